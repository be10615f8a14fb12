import { Snooze16Regular } from "@fluentui/react-icons/svg/snooze";
import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { isAsleep } from "@tessera/contracts-items/snoozed.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useUiSettings } from "@tessera/ui";
import { Fragment, type ReactNode } from "react";
import { stepName } from "../detail/step-names.ts";
import { isDone } from "../types/done.ts";
import { AssigneeWord } from "../types/task/assignee-word.tsx";
import { withoutPriority } from "../types/task/priorities.ts";
import { PriorityWord } from "../types/task/priority.tsx";
import { ReminderBell } from "../types/task/reminder-bell.tsx";
import { withoutReminder } from "../types/task/reminders.ts";
import type { DaysAround } from "./days-around.ts";
import { dueWords, isOverdue, wakeWords } from "./due-words.ts";
import { SiteIcon } from "./site-icon.tsx";

const useStyles = makeStyles({
  failed: { color: "var(--bad)" },
  overdue: { color: "var(--warn)", fontWeight: 600 },
  asleep: { marginRight: "4px", verticalAlign: "-3px" },
  site: {
    display: "inline-block",
    width: "14px",
    height: "14px",
    marginRight: "4px",
    borderRadius: "4px",
    fontSize: "10px",
    lineHeight: "14px",
    fontWeight: 600,
    textAlign: "center",
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground4,
  },
});

/**
 * Second line of a row: what failed, else how much it matters, until when it is snoozed, when it is due, who does it,
 * and what its type says of it; what it is where there is nothing to say, so that all rows look alike.
 */
export function RowLine(props: { row: ItemSummary; kind: string; now: Date; days: DaysAround }) {
  const styles = useStyles();
  const region = useUiSettings();
  const { row, days } = props;
  if (row.failure && !row.failure.cancelled) {
    const { step, reason } = row.failure;
    return <span className={styles.failed}>{`${stepName(step)} failed${reason ? `: ${reason}` : ""}`}</span>;
  }
  const parts: ReactNode[] = [];
  const rest = withoutPriority(row.line, row.priority);
  if (row.priority && rest !== null) parts.push(<PriorityWord priority={row.priority} />);
  const reminder = row.reminder === undefined ? null : withoutReminder(rest ?? row.line);
  const line = reminder?.rest ?? rest ?? row.line;
  if (row.snoozeUntil && isAsleep(row, props.now)) {
    parts.push(
      <>
        <Snooze16Regular className={styles.asleep} aria-hidden="true" />
        {`Snoozed ${wakeWords(row.snoozeUntil, days, region)}`}
      </>,
    );
  }
  if (row.dueAt && !isDone(row)) {
    const words = dueWords(row.dueAt, days, region);
    parts.push(
      <>
        {isOverdue(row.dueAt, days) ? <span className={styles.overdue}>{words}</span> : words}
        {reminder?.words && <ReminderBell words={reminder.words} />}
      </>,
    );
  }
  if (row.assignee) parts.push(<AssigneeWord assignee={row.assignee} />);
  if (row.reading) parts.push(row.reading === 1 ? "read" : `${Math.round(row.reading * 100)}% read`);
  if (line) {
    const site = siteLetter(row.sourceUrl);
    const letter = site && (
      <span className={styles.site} aria-hidden="true">
        {site}
      </span>
    );
    parts.push(
      <>
        {row.icon ? (
          <SiteIcon id={row.id} icon={row.icon}>
            {letter}
          </SiteIcon>
        ) : (
          letter
        )}
        {line}
      </>,
    );
  }
  if (parts.length === 0) return props.kind;
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts stand in a fixed order
    <Fragment key={index}>
      {index > 0 && " · "}
      {part}
    </Fragment>
  ));
}

/** What stands for a site of which no icon is kept. */
const siteLetter = (url: string | null): string =>
  url && URL.canParse(url) ? (new URL(url).hostname.replace(/^www\./, "")[0] ?? "").toUpperCase() : "";
