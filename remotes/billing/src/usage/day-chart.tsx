import type { MeterUsage } from "@tessera/contracts-billing/usage.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Bar, bandsOf, ChartFrame, scaleOf } from "@tessera/ui/chart";
import { daysOfMonth } from "./month.ts";

const useStyles = makeStyles({
  plot: { "--axis": "72px", paddingTop: "8px" },
  expected: { fill: tokens.colorNeutralForegroundDisabled },
  days: {
    position: "relative",
    height: "16px",
    marginLeft: "72px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: "tabular-nums",
  },
  day: { position: "absolute", transform: "translateX(-50%)" },
});

/** Share of a day's room that its bar takes. */
const BAR = 0.7;
const MINUTE = 60;
/** Days that are written below the plot. */
const WRITTEN = [0, 4, 9, 14, 19, 24];

/**
 * One bar a day: what was used, or by how much what is held grew or shrank. Days that are expected stand in
 * grey. The figures are in the table of the same page.
 */
export function DayChart(props: {
  usage: MeterUsage;
  month: string;
  today: string;
  /** An amount in words. */
  text: (amount: number) => string;
}) {
  const styles = useStyles();
  const { usage, month, today, text } = props;
  const days = daysOfMonth(month);
  const used = new Map(usage.days.map(({ day, quantity }) => [day, quantity]));
  const left = days.filter((day) => day > today).length;
  const pace = usage.projected === null || left === 0 ? 0 : (usage.projected - usage.used) / left;
  const values = days.map((day) => (day > today ? pace : (used.get(day) ?? 0)));
  const scale = scaleOf(values, { unit: usage.unit === "seconds" && Math.max(...values) >= MINUTE ? MINUTE : 1 });
  const { step, width, x } = bandsOf(days.length, BAR);
  return (
    <div className={styles.plot}>
      <ChartFrame label={`${usage.title} by day. The table “Day by day” has the figures.`} scale={scale} text={text}>
        {days.map((day, place) => (
          <Bar
            key={day}
            scale={scale}
            to={values[place]!}
            x={x(place)}
            width={width}
            className={day > today ? styles.expected : undefined}
            fill={day > today ? undefined : "var(--c1)"}
          />
        ))}
      </ChartFrame>
      <div className={styles.days} aria-hidden>
        {[...WRITTEN, days.length - 1].map((place) => (
          <span key={place} className={styles.day} style={{ left: `${step * (place + 0.5)}%` }}>
            {place + 1}
          </span>
        ))}
      </div>
    </div>
  );
}
