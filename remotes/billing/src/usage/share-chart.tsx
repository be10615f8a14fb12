import { makeStyles, tokens } from "@tessera/fluent";
import { scaleOf } from "@tessera/ui/chart";
import type { Line } from "./use-table.tsx";

/** Bars that are drawn, the largest first; the table has all. */
const DRAWN = 8;

const useStyles = makeStyles({
  chart: { margin: "0 0 12px", padding: 0, listStyleType: "none", breakInside: "avoid" },
  row: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 34%) minmax(0, 1fr) minmax(64px, auto)",
    alignItems: "center",
    columnGap: "12px",
    minHeight: "24px",
  },
  name: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  bar: { display: "block", width: "100%", height: "12px" },
  amount: { textAlign: "right", whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" },
  note: { margin: "0 0 12px", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
});

/** One bar for each model or agent, as long as what it used; to the left of zero where what is held shrank. */
export function ShareChart(props: {
  label: string;
  /** Largest first. */
  lines: readonly Line[];
  /** An amount in words. */
  text: (amount: number) => string;
}) {
  const styles = useStyles();
  const { label, lines, text } = props;
  const drawn = lines.slice(0, DRAWN);
  const { y } = scaleOf(drawn.map(({ quantity }) => quantity));
  // A scale counts from the top; a bar that lies counts from the left.
  const x = (value: number) => 100 - y(value);
  return (
    <>
      <ul className={styles.chart} aria-label={`${label}, as bars`}>
        {drawn.map(({ name, label: who, quantity }) => (
          <li key={name} className={styles.row}>
            <span className={styles.name} title={who} aria-hidden>
              {who}
            </span>
            <svg
              className={styles.bar}
              viewBox="0 0 100 12"
              preserveAspectRatio="none"
              role="img"
              aria-label={`${who}: ${text(quantity)}`}
            >
              <rect y="0" width="100" height="12" fill="var(--grid)" />
              <rect
                x={Math.min(x(0), x(quantity))}
                width={Math.abs(x(quantity) - x(0))}
                y="0"
                height="12"
                fill="var(--c1)"
              />
            </svg>
            <span className={styles.amount} aria-hidden>
              {text(quantity)}
            </span>
          </li>
        ))}
      </ul>
      {lines.length > DRAWN && (
        <p className={styles.note}>
          The {DRAWN} largest of {lines.length.toLocaleString()}; the table has all.
        </p>
      )}
    </>
  );
}
