import { makeStyles, tokens } from "@tessera/fluent";

/** Widest thing that floats over a text, in px. */
const WIDTH = 400;

export const useFloatingStyles = makeStyles({
  frame: { position: "relative" },
  floating: {
    position: "absolute",
    zIndex: 1,
    display: "flex",
    flexWrap: "wrap",
    gap: "4px",
    boxSizing: "border-box",
    maxWidth: `min(${WIDTH}px, 100%)`,
    padding: "4px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  note: { width: "100%", flexDirection: "column", padding: "12px", gap: "8px" },
});

/** Beside a place in the frame, and no wider than it. */
export const floatAt = ({ bottom, left }: { bottom: number; left: number }) => ({
  top: `${Math.max(0, bottom) + 8}px`,
  left: `max(0px, min(${Math.max(0, left)}px, 100% - ${WIDTH}px))`,
});
