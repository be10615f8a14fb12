import { makeStyles, tokens } from "@tessera/fluent";

/** What charts share: an axis at the left, and the plot beside it. */
export const useChartStyles = makeStyles({
  chart: { display: "grid", gridTemplateColumns: "var(--axis, 96px) minmax(0, 1fr)", height: "180px" },
  axis: {
    position: "relative",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: "tabular-nums",
  },
  tick: { position: "absolute", right: "8px", transform: "translateY(50%)", whiteSpace: "nowrap" },
  plot: { display: "block", width: "100%", height: "100%", overflow: "visible" },
  grid: { stroke: "var(--grid)", strokeWidth: "1px" },
});
