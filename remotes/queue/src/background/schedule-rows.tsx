import { Pause16Regular } from "@fluentui/react-icons/svg/pause";
import { Play16Regular } from "@fluentui/react-icons/svg/play";
import type { Schedule, ScheduleRun } from "@tessera/contracts-queue/schedules.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useCommands } from "@tessera/shell-api";
import { EmptyState, Pill, RelativeTime, type Status, useMoment } from "@tessera/ui";
import { useRef } from "react";
import type { ScheduleActs } from "./use-background.ts";

const phone = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  list: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 3fr) minmax(0, 2fr) minmax(0, 2fr) auto",
    columnGap: "16px",
    listStyleType: "none",
    margin: 0,
    padding: 0,
    [phone]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  row: {
    display: "grid",
    gridColumn: "1 / -1",
    // The columns of the list: rows align, whichever words their buttons have.
    gridTemplateColumns: "subgrid",
    rowGap: "4px",
    alignItems: "center",
    padding: "10px 8px",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    borderRadius: "4px",
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "-2px" },
    [phone]: { padding: "12px 0" },
  },
  name: { fontWeight: 600 },
  small: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  last: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 8px" },
  acts: {
    display: "flex",
    justifyContent: "flex-end",
    gap: "8px",
    [phone]: { "& button": { minHeight: "44px", flexGrow: 1 } },
  },
  error: { gridColumn: "1 / -1", color: tokens.colorStatusDangerForeground1, overflowWrap: "anywhere" },
  runs: { gridColumn: "1 / -1", fontSize: "12px", lineHeight: "20px", color: tokens.colorNeutralForeground2 },
  summary: { cursor: "pointer", width: "fit-content", [phone]: { lineHeight: "44px" } },
  runList: { margin: "4px 0 0", paddingLeft: "20px", overflowWrap: "anywhere" },
});

/** Schedules: `j` and `k` move, `r` runs and `p` pauses the focused one. */
export function ScheduleRows({ schedules, acts }: { schedules: readonly Schedule[]; acts: ScheduleActs }) {
  const styles = useStyles();
  const list = useRef<HTMLOListElement>(null);
  const latest = useRef(schedules);
  latest.current = schedules;
  const rows = () => [...(list.current?.children ?? [])] as HTMLElement[];
  const place = () => rows().findIndex((row) => row.contains(document.activeElement));
  const move = (by: number) => {
    const all = rows();
    all[Math.min(all.length - 1, Math.max(0, place() + by))]?.focus();
  };
  const focused = () => latest.current[place()];
  useCommands(
    () => [
      { id: "background.next", title: "Next schedule", group: GROUP, act: "next", hidden: true, run: () => move(1) },
      {
        ...{ id: "background.previous", title: "Previous schedule", group: GROUP, act: "previous", hidden: true },
        run: () => move(-1),
      },
      {
        ...{ id: "background.run", title: "Run the schedule now", group: GROUP, act: "retry", hidden: true },
        run: () => {
          const schedule = focused();
          if (schedule) void acts.run(schedule);
        },
      },
      {
        ...{ id: "background.pause", title: "Pause or resume the schedule", group: GROUP, act: "pause", hidden: true },
        run: () => {
          const schedule = focused();
          if (schedule) void acts.pause(schedule, schedule.pausedAt === null);
        },
      },
    ],
    [acts],
  );
  if (!schedules.length) return <EmptyState sentence="There are no schedules." />;
  return (
    <ol ref={list} className={styles.list} aria-label="Schedules">
      {schedules.map((schedule) => (
        <Row key={schedule.queue} schedule={schedule} acts={acts} />
      ))}
    </ol>
  );
}

const GROUP = "Background work";

function Row({ schedule, acts }: { schedule: Schedule; acts: ScheduleActs }) {
  const styles = useStyles();
  const moment = useMoment();
  const { name, does, when, cron, pausedAt, nextRuns, underWay, runs } = schedule;
  const [last] = runs;
  const paused = pausedAt !== null;
  const failed = last?.outcome === "failed" && !underWay ? last.error : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the row that has the keyboard is the one that keys act on
    <li className={styles.row} tabIndex={0} aria-label={name}>
      <div>
        <div className={styles.name}>{name}</div>
        <div className={styles.small}>{does}</div>
      </div>
      <div title={cron}>
        <div>{when}</div>
        <div className={styles.small}>
          {paused ? "No run while it is paused" : nextRuns[0] && `Next ${moment(nextRuns[0])}`}
        </div>
      </div>
      <div className={styles.last}>
        <Pill status={statusOf(schedule)}>{wordOf(schedule)}</Pill>
        <span className={styles.small}>
          {paused ? (
            <>
              Since <RelativeTime at={pausedAt} inSentence />
            </>
          ) : (
            last && <RelativeTime at={last.startedAt} inSentence />
          )}
        </span>
      </div>
      <div className={styles.acts}>
        <Button
          size="small"
          disabled={underWay}
          aria-label={`Run now: ${name}`}
          onClick={() => void acts.run(schedule)}
        >
          Run now
        </Button>
        <Button
          size="small"
          icon={paused ? <Play16Regular /> : <Pause16Regular />}
          aria-label={`${paused ? "Resume" : "Pause"}: ${name}`}
          onClick={() => void acts.pause(schedule, !paused)}
        >
          {paused ? "Resume" : "Pause"}
        </Button>
      </div>
      {failed && <div className={styles.error}>{failed}</div>}
      {runs.length > 0 && (
        <details className={styles.runs}>
          <summary className={styles.summary}>Runs</summary>
          <ol className={styles.runList}>
            {runs.map((run) => (
              <li key={run.startedAt}>{runWords(run, moment, underWay && run === last)}</li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

function statusOf({ pausedAt, underWay, runs: [last] }: Schedule): Status {
  if (underWay) return "run";
  if (pausedAt !== null) return "warn";
  if (!last) return "idle";
  return last.outcome === "failed" ? "bad" : last.outcome === "done" ? "ok" : "warn";
}

function wordOf({ pausedAt, underWay, runs: [last] }: Schedule): string {
  if (underWay) return "Running";
  if (pausedAt !== null) return "Paused";
  if (!last) return "Not run yet";
  return OUTCOMES[last.outcome ?? "lost"];
}

const OUTCOMES = { done: "Done", failed: "Failed", interrupted: "Interrupted", lost: "Process was killed" };

function runWords(run: ScheduleRun, moment: (at: string) => string, isUnderWay: boolean): string {
  const { startedAt, endedAt, outcome, error, asked, attempts } = run;
  const took = endedAt && `in ${Math.max(0.1, (Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1)} s`;
  return [
    `${moment(startedAt)}:`,
    isUnderWay && !outcome ? "running" : OUTCOMES[outcome ?? "lost"].toLowerCase(),
    took,
    asked && "(run by hand)",
    attempts > 1 && `at attempt ${attempts}`,
    error && `– ${error}`,
  ]
    .filter(Boolean)
    .join(" ");
}
