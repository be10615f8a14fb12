import { tokens } from "@tessera/fluent";

/** The frame of a field for a long text that grows with it; size and letters are its own. */
export const textAreaStyle = {
  width: "100%",
  border: `1px solid ${tokens.colorNeutralStroke1}`,
  borderBottomColor: tokens.colorNeutralStrokeAccessible,
  borderRadius: "6px",
  resize: "vertical",
  fieldSizing: "content",
  color: tokens.colorNeutralForeground1,
  backgroundColor: tokens.colorNeutralBackground1,
  ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  "::placeholder": { color: tokens.colorNeutralForeground3 },
} as const;
