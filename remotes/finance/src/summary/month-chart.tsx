import type { CurrencySummary } from "@tessera/contracts-finance/summary.ts";
import { ChartFrame, scaleOf } from "@tessera/ui/chart";

/** Share of a month's room that its two bars take. */
const BARS = 0.5;

/** Income and expense as two bars a month. Months are as wide as the columns of the table below. */
export function MonthChart({ months, text }: { months: CurrencySummary["months"]; text: (amount: number) => string }) {
  const scale = scaleOf(months.flatMap(({ income, expense }) => [income, 0 - expense]));
  const step = 100 / months.length;
  const width = (step * BARS) / 2;
  const bar = (value: number, x: number, fill: string) => (
    <rect x={x} width={width * 0.92} y={100 - scale.at(value) * 100} height={scale.at(value) * 100} fill={fill} />
  );
  return (
    <ChartFrame label="Income and expense by month. The table below has the figures." scale={scale} text={text}>
      {months.map(({ month, income, expense }, place) => {
        // To the right, where the figures of the column end.
        const x = step * (place + 1) - width * 2 - step * 0.08;
        return (
          <g key={month}>
            {bar(income, x, "var(--c1)")}
            {bar(0 - expense, x + width, "var(--c2)")}
          </g>
        );
      })}
    </ChartFrame>
  );
}
