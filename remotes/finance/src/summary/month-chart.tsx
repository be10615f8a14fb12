import type { CurrencySummary } from "@tessera/contracts-finance/summary.ts";
import { Bar, bandsOf, ChartFrame, scaleOf } from "@tessera/ui/chart";

/** Share of a month's room that its two bars take. */
const BARS = 0.5;

/** Income and expense as two bars a month. Months are as wide as the columns of the table below. */
export function MonthChart({ months, text }: { months: CurrencySummary["months"]; text: (amount: number) => string }) {
  const scale = scaleOf(months.flatMap(({ income, expense }) => [income, 0 - expense]));
  const { step, ...rooms } = bandsOf(months.length, BARS);
  const width = rooms.width / 2;
  return (
    <ChartFrame label="Income and expense by month. The table below has the figures." scale={scale} text={text}>
      {months.map(({ month, income, expense }, place) => {
        // To the right, where the figures of the column end.
        const x = step * (place + 1) - width * 2 - step * 0.08;
        return (
          <g key={month}>
            <Bar scale={scale} to={income} x={x} width={width * 0.92} fill="var(--c1)" />
            <Bar scale={scale} to={0 - expense} x={x + width} width={width * 0.92} fill="var(--c2)" />
          </g>
        );
      })}
    </ChartFrame>
  );
}
