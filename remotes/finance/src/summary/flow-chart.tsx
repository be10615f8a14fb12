import { Bar, bandsOf, ChartFrame, scaleOf } from "@tessera/ui/chart";
import type { FlowRow } from "./flow-rows.ts";

/** Share of a month's room that its bar takes. */
const BAR = 0.6;

/** What each month brought or cost, above and below a line; what is forecast is hatched, behind a dashed line. */
export function FlowChart({ rows, text }: { rows: readonly FlowRow[]; text: (amount: number) => string }) {
  const scale = scaleOf(rows.map(({ net }) => net));
  const { step, width, x } = bandsOf(rows.length, BAR);
  const zero = scale.y(0);
  const begins = rows.findIndex(({ isAhead }) => isAhead);
  return (
    <ChartFrame label="Net cash flow by month. The table below has the figures." scale={scale} text={text}>
      <line x1="0" x2="100" y1={zero} y2={zero} stroke="currentColor" vectorEffect="non-scaling-stroke" />
      {rows.map(({ month, net, isAhead }, at) => {
        const colour = net < 0 ? "var(--c2)" : "var(--c1)";
        return (
          <Bar
            key={`${month} ${isAhead}`}
            scale={scale}
            to={net}
            x={x(at)}
            width={width}
            fill={colour}
            fillOpacity={isAhead ? 0.25 : 1}
            stroke={isAhead ? colour : "none"}
            strokeDasharray={isAhead ? "4 3" : undefined}
            vectorEffect="non-scaling-stroke"
          />
        );
      })}
      {begins > 0 && (
        <line
          x1={step * begins}
          x2={step * begins}
          y1="0"
          y2="100"
          stroke="currentColor"
          strokeDasharray="2 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </ChartFrame>
  );
}
