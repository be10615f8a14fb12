import { makeStyles, tokens } from "@tessera/fluent";

const useStyles = makeStyles({
  plot: { display: "block", overflow: "visible", fontVariantNumeric: "tabular-nums" },
  stable: { fill: tokens.colorNeutralForeground3 },
});

const [WIDTH, HEIGHT, PLOT_WIDTH] = [132, 40, 92];

export interface HealthPlotProps {
  /** What is measured, with its unit. */
  label: string;
  stable: { points: readonly (number | null)[]; figure: string };
  candidate: { points: readonly (number | null)[]; figure: string };
  /** The candidate is over its limit. */
  worse?: boolean;
}

/**
 * Two series over time, 92 × 40, their figures beside them; stretches in which nothing was reported are passed over.
 */
export function HealthPlot({ label, stable, candidate, worse }: HealthPlotProps) {
  const styles = useStyles();
  const most = Math.max(0, ...[...stable.points, ...candidate.points].map((value) => value ?? 0)) * 1.1 || 1;
  const colour = worse ? "var(--bad)" : "var(--c1)";
  return (
    <svg
      role="img"
      aria-label={`${label}: candidate ${candidate.figure}, stable ${stable.figure}`}
      width={WIDTH}
      height={HEIGHT}
      className={styles.plot}
    >
      <line x1="0" x2={PLOT_WIDTH} y1={HEIGHT - 3} y2={HEIGHT - 3} stroke={tokens.colorNeutralStroke1} />
      <Series values={stable.points} most={most} colour="var(--c5)" width={1.5} />
      <Series values={candidate.points} most={most} colour={colour} width={2} />
      <text x={WIDTH} y={16} textAnchor="end" fontSize="12" fontWeight="600" fill={colour}>
        {candidate.figure}
      </text>
      <text x={WIDTH} y={34} textAnchor="end" fontSize="12" className={styles.stable}>
        {stable.figure}
      </text>
    </svg>
  );
}

function Series({
  values,
  most,
  colour,
  width,
}: {
  values: readonly (number | null)[];
  most: number;
  colour: string;
  width: number;
}) {
  const step = (PLOT_WIDTH - 2) / Math.max(values.length - 1, 1);
  const known = values.flatMap((value, index) =>
    value === null ? [] : [{ x: 1 + index * step, y: HEIGHT - 4 - (value / most) * (HEIGHT - 8) }],
  );
  const [first] = known;
  if (!first) return null;
  if (known.length === 1) return <circle cx={first.x} cy={first.y} r={2} fill={colour} />;
  const path = known.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L");
  return <path d={`M${path}`} fill="none" stroke={colour} strokeWidth={width} strokeLinejoin="round" />;
}
