import { type Due, momentOfDue } from "@tessera/contracts-core/day-words.ts";
import { dayOf, wallTime } from "@tessera/contracts-core/days.ts";
import type { Item, TaskData } from "@tessera/contracts-items/items.ts";
import { firstDay, type Repeat } from "@tessera/contracts-items/words/repeat.ts";
import { makeStyles, mergeClasses } from "@tessera/fluent";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import { useIsPhone, useUiSettings, ViewTabs } from "@tessera/ui";
import { DateField } from "@tessera/ui/date-field";
import type { z } from "zod";
import { MarkdownField } from "../../detail/markdown-field.tsx";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { AssigneeField } from "./assignee-field.tsx";
import { Checklist } from "./checklist.tsx";
import { OccurrenceActions, Occurrences } from "./occurrences.tsx";
import { PriorityFlag } from "./priority.tsx";
import { ReminderField } from "./reminder-field.tsx";
import { RepeatField } from "./repeat-field.tsx";

const useStyles = makeStyles({
  // Beside the field, also while the month is open below it.
  top: { alignSelf: "start", paddingTop: "6px" },
  tabs: { marginLeft: "-12px", "& > div": { paddingBottom: 0 } },
});

const PRIORITIES = [
  { id: "none", label: "None" },
  { id: "low", label: "Low" },
  { id: "medium", label: "Medium" },
  { id: "high", label: "High" },
];
/** With a flag on the one that holds, where there is room. */
const prioritiesOf = (priority: z.output<typeof TaskData>["priority"], isPhone: boolean) =>
  PRIORITIES.map((view) =>
    view.id === priority && priority !== "none" && !isPhone
      ? { ...view, icon: <PriorityFlag priority={priority} /> }
      : view,
  );

/** The service validates the fields and omits empty ones. */
const taskOf = (item: Item): z.output<typeof TaskData> => ({
  done: false,
  priority: "none",
  checklist: [],
  ...item.data,
});

/** The day that a task is due on, with its time where one was said. */
function dueOf(item: Item, dueDay: string | undefined, timeZone: string | undefined): Due | null {
  if (!item.dueAt) return null;
  if (dueDay) return { day: dueDay, time: null };
  const wall = wallTime(new Date(item.dueAt), timeZone);
  return { day: wall.slice(0, 10), time: wall.slice(11, 16) };
}

/** What is stored of it. */
const dueFields = (due: Due | null, timeZone: string | undefined, reminder?: number) => ({
  dueAt: due && momentOfDue(due, timeZone).toISOString(),
  data: { dueDay: due && due.time === null ? due.day : null, ...reminderFields(due, reminder) },
});

const DAY_MINUTES = 24 * 60;
/** A reminder goes with the due date, and on a day without a time it is at 9:00, whole days before. */
function reminderFields(due: Due | null, reminder: number | undefined): { reminder?: number | null } {
  if (reminder === undefined) return {};
  if (!due) return { reminder: null };
  const rest = due.time === null ? reminder % DAY_MINUTES : 0;
  return rest === 0 ? {} : { reminder: reminder - rest };
}

function Body({ item, edit }: ItemBodyProps) {
  const styles = useStyles();
  const detail = useDetailStyles();
  const { timeZone } = useUiSettings();
  const task = taskOf(item);
  const due = dueOf(item, task.dueDay, timeZone);
  const phone = useIsPhone();
  const setDue = (next: Due | null) => edit(dueFields(next, timeZone, task.reminder));
  const firstDue = (repeat: Repeat): Due => ({ day: firstDay(dayOf(new Date(), timeZone), repeat), time: null });
  return (
    <>
      <div className={detail.rows}>
        <span className={detail.rowLabel}>Priority</span>
        <div className={styles.tabs}>
          <ViewTabs
            label="Priority"
            views={prioritiesOf(task.priority, phone)}
            selected={task.priority}
            onSelect={(priority) => edit({ data: { priority } })}
          />
        </div>
        <span className={detail.rowLabel}>Assignee</span>
        <AssigneeField
          title={item.title}
          value={task.assignee ?? undefined}
          onChange={(assignee) => edit({ data: { assignee } })}
        />
        <span className={mergeClasses(detail.rowLabel, styles.top)}>Due</span>
        <DateField label="Due date" value={due} onChange={setDue} />
        {due && (
          <>
            <span className={detail.rowLabel}>Reminder</span>
            <ReminderField
              value={task.reminder}
              wholeDay={due.time === null}
              onChange={(reminder) => edit({ data: { reminder } })}
            />
          </>
        )}
        <span className={detail.rowLabel}>Repeats</span>
        <RepeatField
          value={task.repeat}
          onChange={(repeat) =>
            edit({
              data: { repeat: repeat ?? null, ...(repeat && !due ? dueFields(firstDue(repeat), timeZone).data : {}) },
              ...(repeat && !due ? { dueAt: dueFields(firstDue(repeat), timeZone).dueAt } : {}),
            })
          }
        />
        {task.repeat && task.done !== true && due && (
          <>
            <span />
            <OccurrenceActions item={item} />
          </>
        )}
      </div>
      <Checklist steps={task.checklist} onChange={(checklist) => edit({ data: { checklist } })} />
      <div className={detail.part}>
        <MarkdownField label="Notes" text={item.body} placeholder="Related" onChange={(body) => edit({ body })} />
      </div>
      {task.occurrence && <Occurrences item={item} />}
    </>
  );
}

/** A task: done, priority, assignee, due, reminder, checklist and notes. */
const view: ItemTypeView = { Body };
export default view;
