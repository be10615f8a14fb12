import type { JobNumbers } from "@tessera/contracts-queue/schedules.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { EmptyState, useUiSettings } from "@tessera/ui";
import { Bar, bandsOf, ChartFrame, type Scale, scaleOf } from "@tessera/ui/chart";
import type { Span } from "./use-background.ts";

type Slot = JobNumbers["slots"][number];

const narrow = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  charts: {
    display: "grid",
    gridTemplateColumns: "1fr 1fr",
    gap: "24px",
    marginBottom: "16px",
    [narrow]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  chart: { "--axis": "64px", minWidth: 0, margin: 0 },
  name: { fontSize: "12px", lineHeight: "16px", fontWeight: 600, margin: "0 0 12px" },
  keys: { display: "inline-flex", gap: "12px", marginLeft: "12px", fontWeight: 400 },
  key: { display: "inline-flex", alignItems: "center", gap: "4px" },
  swatch: { width: "8px", height: "8px", borderRadius: "2px" },
  done: { fill: "var(--c1)", backgroundColor: "var(--c1)" },
  failed: { fill: tokens.colorStatusDangerForeground1, backgroundColor: tokens.colorStatusDangerForeground1 },
  times: {
    display: "flex",
    justifyContent: "space-between",
    marginLeft: "64px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
  },
  scroll: { overflowX: "auto", marginBottom: "16px" },
  table: { width: "100%", borderCollapse: "collapse", fontVariantNumeric: "tabular-nums" },
  head: {
    padding: "4px 8px",
    fontSize: "12px",
    lineHeight: "16px",
    fontWeight: 400,
    color: tokens.colorNeutralForeground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    whiteSpace: "nowrap",
  },
  cell: { padding: "4px 8px", fontWeight: 400, borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  first: { textAlign: "left", overflowWrap: "anywhere", minWidth: "160px" },
  figure: { textAlign: "right", whiteSpace: "nowrap" },
  summary: { cursor: "pointer", lineHeight: "32px", width: "fit-content", [narrow]: { lineHeight: "44px" } },
});

/** Share of a slot's room that its bar takes. */
const BAR = 0.7;

/** How many jobs ended, failed and waited, as small charts and as the tables behind them. */
export function NumbersView({ numbers, span }: { numbers: JobNumbers; span: Span }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { slots, kinds } = numbers;
  const slotWord = span === "day" ? "hour" : "day";
  const slotTable = span === "day" ? "Hour by hour" : "Day by day";
  // Days are whole ones of UTC: in another time zone their beginnings would read as the day before.
  const at = (from: string) =>
    span === "day"
      ? new Date(from).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" })
      : new Date(from).toLocaleDateString(locale, {
          weekday: "short",
          day: "numeric",
          month: "short",
          timeZone: "UTC",
        });
  const count = (value: number) => value.toLocaleString(locale);
  if (!slots.some(({ done, failed }) => done + failed) && !kinds.length)
    return <EmptyState sentence="No job ran in this time." />;
  const jobs = scaleOf(slots.map(({ done, failed }) => done + failed));
  const waited = scaleOf(slots.map(({ waitedMs }) => waitedMs ?? 0));
  return (
    <>
      <div className={styles.charts}>
        <figure className={styles.chart}>
          <figcaption className={styles.name}>
            Jobs by {slotWord}
            <span className={styles.keys}>
              <span className={styles.key}>
                <span className={mergeClasses(styles.swatch, styles.done)} />
                Done
              </span>
              <span className={styles.key}>
                <span className={mergeClasses(styles.swatch, styles.failed)} />
                Failed
              </span>
            </span>
          </figcaption>
          <ChartFrame
            label={`Jobs done and failed by ${slotWord}. The table “${slotTable}” has the figures.`}
            scale={jobs}
            text={count}
          >
            <Bars
              slots={slots}
              scale={jobs}
              parts={[
                { of: ({ done }) => done, className: styles.done },
                { of: ({ failed }) => failed, className: styles.failed },
              ]}
            />
          </ChartFrame>
          <Times slots={slots} at={at} />
        </figure>
        <figure className={styles.chart}>
          <figcaption className={styles.name}>Waiting time, 95th percentile</figcaption>
          <ChartFrame
            label={`Waiting time before a job started, 95th percentile by ${slotWord}. The table “${slotTable}” has the figures.`}
            scale={waited}
            text={timeWords}
          >
            <Bars
              slots={slots}
              scale={waited}
              parts={[{ of: ({ waitedMs }) => waitedMs ?? 0, className: styles.done }]}
            />
          </ChartFrame>
          <Times slots={slots} at={at} />
        </figure>
      </div>
      <Table
        label="By kind of job"
        head={["Kind", "Waiting", "Oldest waiting", "Running", "Done", "Failed"]}
        rows={kinds.map(({ queue, words, waiting, oldestWaitingMs, running, done, failed }) => [
          queue,
          words,
          count(waiting),
          oldestWaitingMs === null ? "" : timeWords(oldestWaitingMs),
          count(running),
          count(done),
          count(failed),
        ])}
      />
      <details>
        <summary className={styles.summary}>{slotTable}</summary>
        <Table
          label={slotTable}
          head={[span === "day" ? "From" : "Day (UTC)", "Done", "Failed", "Waiting time, p95"]}
          rows={slots.map(({ from, done, failed, waitedMs }) => [
            from,
            at(from),
            count(done),
            count(failed),
            waitedMs === null ? "" : timeWords(waitedMs),
          ])}
        />
      </details>
    </>
  );
}

/** Bars of the slots, their parts one on the other. */
function Bars(props: { slots: Slot[]; scale: Scale; parts: { of(slot: Slot): number; className: string }[] }) {
  const { slots, scale, parts } = props;
  const { width, x } = bandsOf(slots.length, BAR);
  return slots.map((slot, place) => {
    let below = 0;
    return parts.map(({ of, className }) => {
      const [low, high] = [below, below + of(slot)];
      below = high;
      return (
        <Bar
          key={`${slot.from} ${className}`}
          className={className}
          scale={scale}
          from={low}
          to={high}
          x={x(place)}
          width={width}
        />
      );
    });
  });
}

/** The first, the middle and the last slot below a plot. */
function Times({ slots, at }: { slots: Slot[]; at: (from: string) => string }) {
  const styles = useStyles();
  const shown = [slots[0], slots[Math.floor(slots.length / 2)], slots.at(-1)];
  return (
    <div className={styles.times} aria-hidden>
      {shown.map((slot) => slot && <span key={slot.from}>{at(slot.from)}</span>)}
    </div>
  );
}

/** Figures as a table; the first member of a row is its key. */
function Table({ label, head, rows }: { label: string; head: string[]; rows: string[][] }) {
  const styles = useStyles();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {head.map((words, place) => (
              <th key={words} scope="col" className={mergeClasses(styles.head, place ? styles.figure : styles.first)}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, name, ...figures]) => (
            <tr key={key}>
              <th scope="row" className={mergeClasses(styles.cell, styles.first)}>
                {name}
              </th>
              {figures.map((figure, place) => (
                <td key={head[place + 1]} className={mergeClasses(styles.cell, styles.figure)}>
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** "0.2 s", "14 s", "3 min", "2 h". */
function timeWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return `${Math.round(ms / 3_600_000)} h`;
}
