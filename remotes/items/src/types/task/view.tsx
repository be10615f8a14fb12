import { Add16Regular } from "@fluentui/react-icons/svg/add";
import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import { type Due, momentOfDue } from "@tessera/contracts-core/day-words.ts";
import { dayOf, wallTime } from "@tessera/contracts-core/days.ts";
import type { Item, TaskData } from "@tessera/contracts-items/items.ts";
import { MAX_CHECK_LENGTH } from "@tessera/contracts-items/limits.ts";
import { firstDay, type Repeat } from "@tessera/contracts-items/words/repeat.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Checkbox } from "@tessera/fluent-data";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import { IconButton, useUiSettings, ViewTabs } from "@tessera/ui";
import { DateField } from "@tessera/ui/date-field";
import { useRef, useState } from "react";
import type { z } from "zod";
import { MarkdownField } from "../../detail/markdown-field.tsx";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { OccurrenceActions, Occurrences } from "./occurrences.tsx";
import { RepeatField } from "./repeat-field.tsx";

const useStyles = makeStyles({
  input: {
    height: "32px",
    minWidth: 0,
    padding: "0 10px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: "6px",
    font: "inherit",
    color: "inherit",
    backgroundColor: tokens.colorNeutralBackground1,
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  },
  // Beside the field, also while the month is open below it.
  top: { alignSelf: "start", paddingTop: "6px" },
  step: { display: "flex", alignItems: "center", minHeight: "36px" },
  stepText: {
    flexGrow: 1,
    minWidth: 0,
    height: "32px",
    padding: "0 4px",
    border: "none",
    borderRadius: "4px",
    font: "inherit",
    color: "inherit",
    backgroundColor: "transparent",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  },
  struck: { textDecorationLine: "line-through", color: tokens.colorNeutralForeground3 },
  add: { display: "flex", gap: "8px", marginTop: "4px" },
  grow: { flexGrow: 1 },
  tabs: { marginLeft: "-12px", "& > div": { paddingBottom: 0 } },
});

const PRIORITIES = [
  { id: "none", label: "None" },
  { id: "low", label: "Low" },
  { id: "medium", label: "Medium" },
  { id: "high", label: "High" },
];

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
const dueFields = (due: Due | null, timeZone: string | undefined) => ({
  dueAt: due && momentOfDue(due, timeZone).toISOString(),
  data: { dueDay: due && due.time === null ? due.day : null },
});

function Body({ item, edit }: ItemBodyProps) {
  const styles = useStyles();
  const detail = useDetailStyles();
  const { timeZone } = useUiSettings();
  const task = taskOf(item);
  const due = dueOf(item, task.dueDay, timeZone);
  const setDue = (next: Due | null) => edit(dueFields(next, timeZone));
  const firstDue = (repeat: Repeat): Due => ({ day: firstDay(dayOf(new Date(), timeZone), repeat), time: null });
  const [step, setStep] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const setChecklist = (checklist: typeof task.checklist) => edit({ data: { checklist } });
  const doneSteps = task.checklist.filter((one) => one.done).length;
  return (
    <>
      <div className={detail.rows}>
        <span className={detail.rowLabel}>Priority</span>
        <div className={styles.tabs}>
          <ViewTabs
            label="Priority"
            views={PRIORITIES}
            selected={task.priority}
            onSelect={(priority) => edit({ data: { priority } })}
          />
        </div>
        <span className={mergeClasses(detail.rowLabel, styles.top)}>Due</span>
        <DateField label="Due date" value={due} onChange={setDue} />
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
      <section className={detail.part} aria-label="Checklist">
        <h2 className={detail.partTitle}>
          Checklist{task.checklist.length > 0 ? `, ${doneSteps} of ${task.checklist.length}` : ""}
        </h2>
        {task.checklist.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
          <div key={index} className={styles.step}>
            <Checkbox
              aria-label={entry.text}
              checked={entry.done}
              onChange={(_, data) =>
                setChecklist(
                  task.checklist.map((one, at) => (at === index ? { ...one, done: data.checked === true } : one)),
                )
              }
            />
            <input
              className={`${styles.stepText} ${entry.done ? styles.struck : ""}`}
              aria-label={`Step ${index + 1}`}
              value={entry.text}
              maxLength={MAX_CHECK_LENGTH}
              onChange={(event) =>
                setChecklist(
                  task.checklist.map((one, at) => (at === index ? { ...one, text: event.target.value } : one)),
                )
              }
            />
            <IconButton
              icon={<Dismiss16Regular />}
              size="small"
              label={`Remove ${entry.text}`}
              onClick={() => setChecklist(task.checklist.filter((_, at) => at !== index))}
            />
          </div>
        ))}
        <form
          className={styles.add}
          onSubmit={(event) => {
            event.preventDefault();
            if (!step.trim()) return;
            setChecklist([...task.checklist, { text: step.trim(), done: false }]);
            setStep("");
            input.current?.focus();
          }}
        >
          <input
            ref={input}
            className={`${styles.input} ${styles.grow}`}
            aria-label="New step"
            placeholder="Add a step"
            maxLength={MAX_CHECK_LENGTH}
            value={step}
            onChange={(event) => setStep(event.target.value)}
          />
          <Button type="submit" icon={<Add16Regular />} disabled={!step.trim()}>
            Add
          </Button>
        </form>
      </section>
      <div className={detail.part}>
        <MarkdownField label="Notes" text={item.body} placeholder="Related" onChange={(body) => edit({ body })} />
      </div>
      {task.occurrence && <Occurrences item={item} />}
    </>
  );
}

/** A task: done, priority, due, checklist and notes. */
const view: ItemTypeView = { Body };
export default view;
