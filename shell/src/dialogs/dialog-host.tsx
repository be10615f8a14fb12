import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import type { DialogButton } from "@tessera/shell-api";
import { IconButton } from "@tessera/ui";
import { type KeyboardEvent, useId, useRef, useSyncExternalStore } from "react";
import { DialogBoundary } from "./dialog-boundary.tsx";
import type { DialogEntry, DialogStack } from "./dialog-stack.ts";
import { useFocusTrap } from "./focus-trap.ts";

const phone = "@media (max-width: 599.98px)";

const useStyles = makeStyles({
  layer: { position: "fixed", inset: 0, display: "flex", alignItems: "center", justifyContent: "center", padding: "16px" },
  layerFull: { padding: 0 },
  scrim: { position: "absolute", inset: 0, backgroundColor: "var(--scrim)" },
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
  },
  full: { width: "100%", height: "100%", borderRadius: 0 },
  fade: { animationName: { from: { opacity: 0 } }, animationDuration: "120ms" },
  scale: {
    animationName: { from: { opacity: 0, transform: "scale(.97)" } },
    animationDuration: "160ms",
    animationTimingFunction: "ease-out",
  },
  none: {},
  dismiss: { position: "absolute", top: "12px", right: "12px" },
  titleBesideDismiss: { paddingRight: "56px" },
  title: {
    padding: "20px 24px 0",
    overflowWrap: "anywhere",
    fontSize: "20px",
    lineHeight: "28px",
    fontWeight: 600,
    letterSpacing: "-.01em",
  },
  content: { flexGrow: 1, minHeight: 0, padding: "16px 24px" },
  scrollable: { overflowY: "auto" },
  actions: {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "flex-end",
    gap: "8px",
    padding: "8px 24px 20px",
    [phone]: { "& > button": { flexGrow: 1, height: "44px" } },
  },
  danger: {
    backgroundColor: "var(--bad)",
    color: tokens.colorNeutralBackground1,
    ":hover": { backgroundColor: "var(--bad)", color: tokens.colorNeutralBackground1, opacity: 0.92 },
    ":active": { backgroundColor: "var(--bad)", color: tokens.colorNeutralBackground1 },
  },
});

/** Shows the stack of dialogs; the topmost has the keyboard. `failed`: one threw while it was drawn, and was closed. */
export function DialogHost({ dialogs, failed }: { dialogs: DialogStack; failed(error: unknown): void }) {
  const entries = useSyncExternalStore(dialogs.store.subscribe, dialogs.store.get);
  const close = (entry: DialogEntry, error: unknown) => {
    entry.cancel();
    failed(error);
  };
  return entries.map((entry, index) => (
    <DialogBoundary key={entry.id} failed={(error) => close(entry, error)}>
      <Dialog entry={entry} top={index === entries.length - 1} />
    </DialogBoundary>
  ));
}

function Dialog({ entry, top }: { entry: DialogEntry; top: boolean }) {
  const styles = useStyles();
  const surface = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useFocusTrap(surface);
  const { options } = entry;
  const Content = entry.component;
  const hide = () => {
    if (!options.persistent) entry.cancel();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    hide();
  };
  const dismissible = Boolean(options.title) && options.buttons.length === 0 && !options.persistent;
  const transition = options.transition ?? "scale";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of what is inside
    <div
      className={mergeClasses(styles.layer, options.fullscreen && styles.layerFull)}
      style={{ zIndex: options.zIndex }}
      inert={!top}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape does the same */}
      <div className={mergeClasses(styles.scrim, transition !== "none" && styles.fade)} data-testid="dialog-backdrop" onClick={hide} />
      <div
        ref={surface}
        role="dialog"
        aria-modal="true"
        aria-labelledby={options.title ? titleId : undefined}
        aria-label={options.title ? undefined : "Dialog"}
        tabIndex={-1}
        className={mergeClasses(styles.surface, options.fullscreen && styles.full, styles[transition], options.dialogClass)}
        style={options.fullscreen ? undefined : { width: options.width, maxWidth: options.maxWidth }}
      >
        {options.title && (
          <h2 id={titleId} className={mergeClasses(styles.title, dismissible && styles.titleBesideDismiss)}>
            {options.title}
          </h2>
        )}
        <div className={mergeClasses(styles.content, options.scrollable !== false && styles.scrollable, options.contentClass)}>
          <Content {...entry.props} dialog={entry} />
        </div>
        {options.buttons.length > 0 && (
          <div className={styles.actions}>
            {options.buttons.map((button) => (
              <DialogAction key={button.text} button={button} entry={entry} />
            ))}
          </div>
        )}
        {/* Last, so that the content has the focus first. */}
        {dismissible && (
          <div className={styles.dismiss}>
            <IconButton icon={<Dismiss20Regular />} label="Dismiss the dialog" shortcut="Esc" onClick={hide} />
          </div>
        )}
      </div>
    </div>
  );
}

function DialogAction({ button, entry }: { button: DialogButton; entry: DialogEntry }) {
  const styles = useStyles();
  const filled = (button.variant ?? (button.color === "primary" || button.color === "danger" ? "filled" : "outline")) === "filled";
  const appearance = filled ? "primary" : button.variant === "text" ? "subtle" : "secondary";
  return (
    <Button
      {...button.attrs}
      appearance={appearance}
      className={filled && button.color === "danger" ? styles.danger : undefined}
      onClick={() => (button.onClick ? button.onClick(entry) : entry.close(button.value))}
    >
      {button.text}
    </Button>
  );
}
