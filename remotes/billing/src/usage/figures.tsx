import { Checkmark16Regular } from "@fluentui/react-icons/svg/checkmark";
import { Warning16Filled } from "@fluentui/react-icons/svg/warning";
import type { MeterUsage } from "@tessera/contracts-billing/usage.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { useFormats } from "../formats.ts";

const useStyles = makeStyles({
  root: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 220px), 1fr))",
    gap: "20px 32px",
    margin: 0,
    padding: "16px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { color: tokens.colorNeutralForeground2 },
  figure: { margin: 0, fontSize: "20px", lineHeight: "28px", fontWeight: 600, fontVariantNumeric: "tabular-nums" },
  of: { fontSize: "14px", fontWeight: 400, color: tokens.colorNeutralForeground2 },
  line: { margin: 0, fontSize: "12px", lineHeight: "20px", color: tokens.colorNeutralForeground2 },
  state: { display: "flex", alignItems: "center", gap: "6px", minHeight: "20px" },
  over: { color: "var(--warn)" },
  track: { display: "block", width: "100%", height: "6px", margin: "6px 0" },
});

/** What each meter used, of what there is, and how the month is expected to end. */
export function Figures({
  meters,
  text,
}: {
  meters: MeterUsage[];
  text: (meter: MeterUsage, amount: number) => string;
}) {
  const styles = useStyles();
  return (
    <dl className={styles.root} aria-label="Used this month">
      {meters.map((meter) => (
        <div key={meter.meter}>
          <dt className={styles.name}>{meter.title}</dt>
          <dd className={styles.figure}>
            {text(meter, meter.used)}
            {meter.stopAt !== null && <span className={styles.of}> of {text(meter, meter.stopAt)}</span>}
          </dd>
          {meter.stopAt !== null && meter.stopAt > 0 && <Track {...meter} stopAt={meter.stopAt} />}
          {meter.projected !== null && (
            <dd className={styles.line}>{text(meter, meter.projected)} by the end of the month</dd>
          )}
          {meter.stopAt !== null && <State meter={meter} text={(amount) => text(meter, amount)} />}
        </div>
      ))}
    </dl>
  );
}

/** Used in full, expected in a paler tone, and a mark where the queue says so. */
function Track({ used, projected, notifyAt, stopAt }: MeterUsage & { stopAt: number }) {
  const styles = useStyles();
  const share = (amount: number) => Math.min(100, (amount / stopAt) * 100);
  return (
    <svg className={styles.track} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
      <rect width="100" height="6" fill="var(--grid)" />
      <rect width={share(projected ?? used)} height="6" fill="var(--c1)" opacity={0.3} />
      <rect width={share(used)} height="6" fill="var(--c1)" />
      {notifyAt !== null && <rect x={Math.min(99.4, share(notifyAt))} width="0.6" height="6" fill="var(--ink)" />}
    </svg>
  );
}

function State({ meter, text }: { meter: MeterUsage; text: (amount: number) => string }) {
  const styles = useStyles();
  const { dayAndMonth } = useFormats();
  const { used, stopAt, reachedOn } = meter;
  const isFull = stopAt !== null && used >= stopAt;
  const words = () => {
    const { counts, included } = meter;
    if (isFull) return counts === "held" ? "Full: nothing more can be added" : "Used up: new work waits";
    if (reachedOn) return `Used up on about ${dayAndMonth(`${reachedOn}T12:00:00Z`)}`;
    if (included === null) return "Within your own limit";
    if (stopAt !== null && stopAt < included) return `Your own limit; the plan includes ${text(included)}`;
    return "Within your plan";
  };
  const isOver = isFull || reachedOn !== null;
  return (
    <dd className={mergeClasses(styles.line, styles.state, isOver && styles.over)}>
      {isOver ? <Warning16Filled aria-hidden /> : <Checkmark16Regular aria-hidden />}
      {words()}
    </dd>
  );
}
