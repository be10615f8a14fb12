import { makeStyles, tokens } from "@tessera/fluent";
import type { ReactNode } from "react";
import type { Scale } from "./scale.ts";

const HEIGHT = "180px";

const useStyles = makeStyles({
  chart: {
    display: "grid",
    gridTemplateColumns: "var(--axis, 96px) minmax(0, 1fr)",
    // Else the plot keeps the shape of its units.
    gridTemplateRows: HEIGHT,
    breakInside: "avoid",
    // Room for the lowest value of the axis.
    marginBottom: "8px",
  },
  axis: {
    // Stays beside the plot while that is moved.
    position: "sticky",
    left: 0,
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: "tabular-nums",
  },
  tick: { position: "absolute", right: "8px", transform: "translateY(50%)", whiteSpace: "nowrap" },
  plot: { display: "block", width: "100%", height: HEIGHT, overflow: "visible" },
  grid: { stroke: "var(--grid)", strokeWidth: "1px" },
});

/**
 * A plot with its axis and grid. The plot is 100 units wide and high and stretched to its room; `children` draw in it,
 * with 0 at the top. The axis is 96 px wide where `--axis` says nothing else.
 */
export function ChartFrame(props: {
  /** What it shows, and where the figures are. */
  label: string;
  scale: Scale;
  /** A value of the axis in words. */
  text: (value: number) => string;
  children: ReactNode;
}) {
  const styles = useStyles();
  const { label, scale, text } = props;
  return (
    <div className={styles.chart}>
      <div className={styles.axis} aria-hidden>
        {scale.ticks.map((value) => (
          <span key={value} className={styles.tick} style={{ bottom: `${100 - scale.y(value)}%` }}>
            {text(value)}
          </span>
        ))}
      </div>
      <svg className={styles.plot} viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
        {scale.ticks.map((value) => (
          <line
            key={value}
            className={styles.grid}
            vectorEffect="non-scaling-stroke"
            x1="0"
            x2="100"
            y1={scale.y(value)}
            y2={scale.y(value)}
          />
        ))}
        {props.children}
      </svg>
    </div>
  );
}
