import { makeStyles, tokens } from "@tessera/fluent";

/** What charts share: an axis at the left, and the plot beside it. */
export const useChartStyles = makeStyles({
  chart: {
    display: "grid",
    gridTemplateColumns: "var(--axis, 96px) minmax(0, 1fr)",
    // Else the plot keeps the shape of its units.
    gridTemplateRows: "180px",
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
  plot: { display: "block", width: "100%", height: "180px", overflow: "visible" },
  grid: { stroke: "var(--grid)", strokeWidth: "1px" },
});
