import type { Forecast } from "@tessera/contracts-finance/recurring.ts";
import type { CurrencySummary } from "@tessera/contracts-finance/summary.ts";
import { ChartFrame, lineThrough, scaleOf } from "@tessera/ui/chart";

/** What there is at each month's end, as a line; dashed for what confirmed payments make of it. */
export function WorthChart(props: {
  months: CurrencySummary["months"];
  ahead: Forecast["currencies"][number]["months"];
  text: (amount: number) => string;
}) {
  const past = props.months.map(({ netWorth }) => netWorth);
  // The current month is in both: its end is known once it is there.
  const ahead = props.ahead.slice(1).map(({ balance }) => balance);
  const all = [...past, ...ahead];
  const scale = scaleOf(all, { fromZero: false });
  const x = (place: number) => (all.length === 1 ? 50 : (place / (all.length - 1)) * 100);
  const path = (values: readonly number[], first: number) =>
    lineThrough(values.map((value, at) => [x(first + at), scale.y(value)]));
  const line = { fill: "none", stroke: "var(--c3)", strokeWidth: "2", vectorEffect: "non-scaling-stroke" } as const;
  return (
    <ChartFrame label="Balance by month. The table of the cash flow has the figures." scale={scale} text={props.text}>
      <path d={path(past, 0)} strokeLinejoin="round" {...line} />
      {ahead.length > 0 && (
        <path d={path(all.slice(past.length - 1), past.length - 1)} strokeDasharray="5 4" {...line} />
      )}
    </ChartFrame>
  );
}
