import { makeStyles } from "@tessera/fluent";

const HIDDEN = { position: "absolute", left: "-9999em", top: 0 } as const;
const OVER = { position: "absolute", left: 0, top: 0, bottom: 0, right: 0 } as const;

/** What of xterm's own sheet (css/xterm.css) this terminal needs, for what is inside its place alone. */
export const useScreenStyles = makeStyles({
  screen: {
    "& .xterm": { cursor: "text", position: "relative", userSelect: "none", height: "100%" },
    "& .xterm:focus": { outlineStyle: "none" },
    "& .xterm-helpers": { position: "absolute", top: 0, zIndex: 5 },
    "& .xterm-helper-textarea": {
      ...HIDDEN,
      padding: 0,
      margin: 0,
      opacity: 0,
      width: 0,
      height: 0,
      zIndex: -5,
      whiteSpace: "nowrap",
      overflow: "hidden",
      resize: "none",
    },
    "& .composition-view": { display: "none" },
    "& .xterm-viewport": { ...OVER, overflowY: "hidden", cursor: "default" },
    "& .xterm-screen": { position: "relative" },
    "& .xterm-screen canvas": { position: "absolute", left: 0, top: 0 },
    "& .xterm-char-measure-element": {
      ...HIDDEN,
      display: "inline-block",
      visibility: "hidden",
      lineHeight: "normal",
    },
    "& .xterm-cursor-pointer": { cursor: "pointer" },
    "& .xterm-accessibility": { ...OVER, zIndex: 10, color: "transparent", pointerEvents: "none" },
    "& .xterm-message": { ...OVER, zIndex: 10, color: "transparent", pointerEvents: "none" },
    "& .xterm-accessibility-tree": { fontFamily: "monospace", userSelect: "text", whiteSpace: "pre" },
    "& .xterm-accessibility-tree *::selection": { color: "transparent" },
    "& .xterm-accessibility-tree > div": { transformOrigin: "left", width: "fit-content" },
    "& .live-region": {
      position: "absolute",
      left: "-9999px",
      width: "1px",
      height: "1px",
      overflow: "hidden",
    },
    "& .xterm-underline-1": { textDecorationLine: "underline" },
    "& .xterm-underline-5": { textDecorationLine: "underline", textDecorationStyle: "dotted" },
    "& .xterm-scrollable-element > .scrollbar": { cursor: "default" },
    "& .xterm-scrollable-element > .visible": { opacity: 1, zIndex: 11 },
    "& .xterm-scrollable-element > .invisible": { opacity: 0, pointerEvents: "none" },
    "& .xterm-scrollable-element > .shadow": { display: "none" },
  },
});
