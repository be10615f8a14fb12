import type { ReactNode } from "react";
import { useChartStyles } from "./chart-styles.ts";
import type { Scale } from "./scale.ts";

/**
 * A plot with its axis and grid. The plot is 100 units wide and high and stretched to its room; `children` draw in it,
 * with 0 at the top.
 */
export function ChartFrame(props: {
  /** What it shows, and where the figures are. */
  label: string;
  scale: Scale;
  /** A value of the axis in words. */
  text: (value: number) => string;
  children: ReactNode;
}) {
  const styles = useChartStyles();
  const { label, scale, text } = props;
  return (
    <div className={styles.chart}>
      <div className={styles.axis} aria-hidden>
        {scale.ticks.map((value) => (
          <span key={value} className={styles.tick} style={{ bottom: `${scale.at(value) * 100}%` }}>
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
            y1={100 - scale.at(value) * 100}
            y2={100 - scale.at(value) * 100}
          />
        ))}
        {props.children}
      </svg>
    </div>
  );
}
