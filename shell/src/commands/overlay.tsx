import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { zIndex } from "@tessera/ui";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useFocusTrap } from "../dialogs/focus-trap.ts";
import { useVisibleArea } from "../dialogs/use-visible-area.ts";

const phone = "@media (max-width: 599.98px)";

const useStyles = makeStyles({
  layer: {
    position: "fixed",
    inset: 0,
    zIndex: zIndex.overlay,
    display: "flex",
    alignItems: "flex-start",
    justifyContent: "center",
  },
  scrim: { position: "fixed", inset: 0, backgroundColor: "var(--scrim)" },
  surface: {
    position: "relative",
    display: "flex",
    flexDirection: "column",
    width: "640px",
    maxWidth: "calc(100vw - 32px)",
    maxHeight: "calc(100vh - 128px)",
    marginTop: "96px",
    borderRadius: "12px",
    overflow: "hidden",
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow64,
    animationName: { from: { opacity: 0, transform: "scale(.98)" } },
    animationDuration: "120ms",
    [phone]: { maxWidth: "100vw", maxHeight: "100%", height: "100%", marginTop: 0, borderRadius: 0 },
  },
});

/** What lies over the page and closes with Escape: the palette, the sheet of shortcuts. */
export function Overlay({
  label,
  onClose,
  children,
  className,
}: {
  label: string;
  onClose: () => void;
  children: ReactNode;
  className?: string;
}) {
  const styles = useStyles();
  const surface = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  useFocusTrap(surface);
  useVisibleArea(layer);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of what is inside
    <div ref={layer} className={styles.layer} onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape does the same */}
      <div className={styles.scrim} onClick={onClose} />
      <div
        ref={surface}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        tabIndex={-1}
        className={mergeClasses(styles.surface, className)}
      >
        {children}
      </div>
    </div>
  );
}
