import type { Job, JobDetail, JobRun } from "@tessera/contracts-queue/queue.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useUiSettings } from "@tessera/ui";
import { clock } from "@tessera/ui/clock";
import { useLayoutEffect, useRef } from "react";
import { canCancel, durationWords, stateWords } from "./job-words.tsx";

const useStyles = makeStyles({
  log: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    columnGap: "12px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
    maxHeight: "400px",
    overflowY: "auto",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "4px" },
  },
  entry: {
    display: "grid",
    gridColumn: "1 / -1",
    gridTemplateColumns: "subgrid",
    padding: "4px 0",
    overflowWrap: "anywhere",
  },
  bad: { color: "var(--bad)" },
  mark: { fontWeight: 600 },
  time: {
    fontSize: "12px",
    lineHeight: "20px",
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
  },
});

/** Px from the end at which a reader counts as being at it. */
const AT_END = 24;

/**
 * What happened to a job and what it said, oldest first. While the job runs the end stays in sight, unless somebody has
 * scrolled up to read.
 */
export function JobLog({ job, detail }: { job: Job; detail: JobDetail | undefined }) {
  const styles = useStyles();
  const { locale, timeZone } = useUiSettings();
  const list = useRef<HTMLOListElement>(null);
  const follows = useRef(canCancel(job));
  const lines = timeline(job, detail);
  const { length } = lines;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows each new line
  useLayoutEffect(() => {
    const { current } = list;
    if (current && follows.current) current.scrollTop = current.scrollHeight;
  }, [length]);
  return (
    <ol
      ref={list}
      className={styles.log}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      tabIndex={0}
      aria-label="What happened"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = canCancel(job) && scrollTop + clientHeight >= scrollHeight - AT_END;
      }}
    >
      {lines.map(({ at, message, kind }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log are only ever added at its end
        <li key={index} className={styles.entry}>
          <time className={styles.time} dateTime={at} title={new Date(at).toLocaleString(locale, { timeZone })}>
            {new Date(at).toLocaleTimeString(locale, { ...clock(locale), second: "2-digit", timeZone })}
          </time>
          <span className={kind && styles[kind]}>{message}</span>
        </li>
      ))}
    </ol>
  );
}

interface Line {
  at: string;
  message: string;
  kind?: "bad" | "mark";
}

/** In the order of time, whatever order it was written in. */
export function timeline(job: Job, detail: JobDetail | undefined): Line[] {
  const runs = detail?.runs ?? [];
  const line = (at: string | null, message: string, kind?: Line["kind"]): Line[] => (at ? [{ at, message, kind }] : []);
  // A run says why it failed; the same words in the log say nothing more.
  const errors = new Set(runs.map(({ error }) => error));
  const said = job.log.filter(({ message }) => !errors.has(message));
  const lines = [
    ...line(job.createdAt, "Queued"),
    ...(runs.length ? linesOf(runs, job) : line(job.startedAt, "Started")),
    ...said.map((one): Line => ({ ...one, ...(one.message === job.error && { kind: "bad" as const }) })),
    ...(runs.length && job.state !== "cancelled"
      ? []
      : line(job.finishedAt, stateWords[job.state].word, job.state === "failed" ? "bad" : undefined)),
  ];
  const ordered = lines.map((one, place) => ({ ...one, place })).sort((a, b) => at(a) - at(b) || a.place - b.place);
  const next = detail?.nextAttemptAt;
  return [...ordered, ...(next ? line(next, "Next attempt, at the earliest") : [])];
}

const at = (line: Line) => Date.parse(line.at);

/** Begin and end of each attempt; one that a stopping service handed back continues under its number. */
function linesOf(runs: readonly JobRun[], job: Job): Line[] {
  const handedBack = runs.slice(0, -1).filter(({ outcome }) => outcome === "interrupted").length;
  let attempt = Math.max(0, job.attempts - (runs.length - handedBack));
  return runs.flatMap((run, index) => {
    const before = runs[index - 1];
    const goesOn = before?.outcome === "interrupted";
    if (!goesOn) attempt += 1;
    const begun: Line = { at: run.startedAt, message: goesOn ? "Went on" : `Attempt ${attempt} began`, kind: "mark" };
    const last = index === runs.length - 1;
    if (run.endedAt === null)
      return last && canCancel(job)
        ? [begun]
        : [
            begun,
            { at: run.startedAt, message: "The service ended unexpectedly while it worked on this", kind: "bad" },
          ];
    const took = durationWords(Date.parse(run.endedAt) - Date.parse(run.startedAt));
    return [begun, { at: run.endedAt, ...ended(run, took) }];
  });
}

function ended({ outcome, error }: JobRun, took: string): Omit<Line, "at"> {
  if (outcome === "failed") return { message: `Failed after ${took}: ${error ?? "no reason was given"}`, kind: "bad" };
  if (outcome === "interrupted")
    return { message: `Stopped with the service after ${took}; it continues automatically` };
  return { message: `${outcome === "cancelled" ? "Stopped" : "Done"} after ${took}` };
}
