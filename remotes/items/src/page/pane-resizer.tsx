import { makeStyles } from "@tessera/fluent";
import type { KeyboardEvent, PointerEvent } from "react";

/** Limits of a list pane's width, in px. */
const NARROWEST = 360;
const WIDEST = 440;
const USUAL = 400;
const KEY = "tessera.items.list-width";
const STEP = 8;

const useStyles = makeStyles({
  handle: {
    position: "absolute",
    zIndex: 2,
    top: 0,
    bottom: 0,
    right: "-4px",
    width: "8px",
    cursor: "col-resize",
    touchAction: "none",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
});

const clamp = (width: number) => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

/** The width that was chosen on this device. */
export function storedListWidth(): number {
  try {
    return clamp(Number(localStorage.getItem(KEY)) || USUAL);
  } catch {
    return USUAL;
  }
}

function store(width: number): void {
  try {
    localStorage.setItem(KEY, String(width));
  } catch {
    // Without storage the default width is used again.
  }
}

/** The edge of the list pane: dragged, or moved with the arrow keys; a double click restores the default width. */
export function PaneResizer({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const styles = useStyles();
  const to = (next: number) => {
    onWidth(clamp(next));
    store(clamp(next));
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const handle = event.currentTarget;
    const start = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const onMove = (move: globalThis.PointerEvent) => to(width + move.clientX - start);
    const onUp = () => handle.removeEventListener("pointermove", onMove);
    handle.addEventListener("pointermove", onMove);
    handle.addEventListener("pointerup", onUp, { once: true });
    handle.addEventListener("pointercancel", onUp, { once: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? STEP : event.key === "ArrowLeft" ? -STEP : 0;
    if (!step) return;
    event.preventDefault();
    to(width + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved; this is the window splitter of the ARIA practices
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the list"
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={width}
      tabIndex={0}
      className={styles.handle}
      onPointerDown={onPointerDown}
      onDoubleClick={() => to(USUAL)}
      onKeyDown={onKeyDown}
    />
  );
}
