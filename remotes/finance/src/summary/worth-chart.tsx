import type { CurrencySummary } from "@tessera/contracts-finance/summary.ts";
import { ChartFrame, scaleOf } from "@tessera/ui/chart";

/** Net worth at each month's end, as a line. */
export function WorthChart({ months, text }: { months: CurrencySummary["months"]; text: (amount: number) => string }) {
  const scale = scaleOf(
    months.map(({ netWorth }) => netWorth),
    { fromZero: false },
  );
  const x = (place: number) => (months.length === 1 ? 50 : (place / (months.length - 1)) * 100);
  const points = months.map(({ netWorth }, place) => `${x(place)},${100 - scale.at(netWorth) * 100}`);
  return (
    <ChartFrame label="Net worth by month. The table above has the figures." scale={scale} text={text}>
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="var(--c3)"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </ChartFrame>
  );
}
