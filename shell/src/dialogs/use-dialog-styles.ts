import { makeStyles, tokens } from "@tessera/fluent";
import { touch } from "@tessera/ui";

/** Above the bar that phones draw over the lower edge. */
const SAFE = "env(safe-area-inset-bottom, 0px)";

export const useDialogStyles = makeStyles({
  layer: {
    position: "fixed",
    inset: 0,
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    padding: "16px",
    [touch]: { alignItems: "flex-end", padding: "24px 0 0" },
  },
  layerFull: { padding: 0, [touch]: { padding: 0 } },
  scrim: { position: "fixed", inset: 0, backgroundColor: "var(--scrim)" },
  surface: {
    position: "relative",
    display: "flex",
    flexDirection: "column",
    width: "100%",
    // Never wider than the window, whatever width is asked for and however wide the content is.
    minWidth: 0,
    maxHeight: "100%",
    borderRadius: "12px",
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow64,
    outlineStyle: "none",
    // A sheet, whatever width a dialog asks for.
    [touch]: {
      width: "100% !important",
      maxWidth: "min(100%, 600px) !important",
      paddingBottom: SAFE,
      borderRadius: "16px 16px 0 0",
    },
  },
  full: {
    width: "100%",
    height: "100%",
    borderRadius: 0,
    [touch]: { maxWidth: "100% !important", borderRadius: 0 },
  },
  fade: { animationName: { from: { opacity: 0 } }, animationDuration: "120ms" },
  scale: {
    animationName: { from: { opacity: 0, transform: "scale(.97)" } },
    animationDuration: "160ms",
    animationTimingFunction: "ease-out",
    [touch]: { animationName: { from: { transform: "translateY(100%)" } }, animationDuration: "200ms" },
  },
  none: {},
  head: { flexShrink: 0, [touch]: { touchAction: "none" } },
  handle: {
    width: "36px",
    height: "4px",
    margin: "8px auto 0",
    borderRadius: "2px",
    backgroundColor: tokens.colorNeutralStrokeAccessible,
  },
  dismiss: { position: "absolute", top: "12px", right: "12px" },
  // Under the thumb, unless what the dialog shows has a way out there.
  foot: { display: "grid", padding: "0 16px 16px" },
  ownWayOut: { "&:has([data-closes]) > [data-foot]": { display: "none" } },
  titleBesideDismiss: { paddingRight: "56px", [touch]: { paddingRight: "16px" } },
  title: {
    padding: "20px 24px 0",
    overflowWrap: "anywhere",
    fontSize: "20px",
    lineHeight: "28px",
    fontWeight: 600,
    letterSpacing: "-.01em",
    [touch]: { padding: "12px 16px 0" },
  },
  content: { flexGrow: 1, minHeight: 0, padding: "16px 24px", [touch]: { padding: "12px 16px 16px" } },
  scrollable: { overflowY: "auto", overscrollBehavior: "contain" },
  actions: {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "flex-end",
    gap: "8px",
    padding: "8px 24px 20px",
    [touch]: { padding: "0 16px 16px", "& > button": { flexGrow: 1 } },
  },
  danger: {
    backgroundColor: "var(--bad)",
    color: tokens.colorNeutralBackground1,
    ":hover": { backgroundColor: "var(--bad)", color: tokens.colorNeutralBackground1, opacity: 0.92 },
    ":active": { backgroundColor: "var(--bad)", color: tokens.colorNeutralBackground1 },
  },
});
