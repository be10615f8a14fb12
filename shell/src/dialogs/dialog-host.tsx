import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import { Button, mergeClasses } from "@tessera/fluent";
import type { DialogButton } from "@tessera/shell-api";
import { IconButton, useIsTouch } from "@tessera/ui";
import { type KeyboardEvent, useId, useRef, useSyncExternalStore } from "react";
import { DialogBoundary } from "./dialog-boundary.tsx";
import type { DialogEntry, DialogStack } from "./dialog-stack.ts";
import { useFocusTrap } from "./focus-trap.ts";
import { useDialogStyles } from "./use-dialog-styles.ts";
import { useDragDown } from "./use-drag-down.ts";
import { useVisibleArea } from "./use-visible-area.ts";

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
  const styles = useDialogStyles();
  const layer = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useFocusTrap(surface);
  useVisibleArea(layer);
  const { options } = entry;
  const Content = entry.component;
  const hide = () => {
    if (!options.persistent) entry.cancel();
  };
  const drag = useDragDown(surface, hide);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    hide();
  };
  const dismissible = Boolean(options.title) && options.buttons.length === 0 && !options.persistent;
  const touched = useIsTouch();
  const sheet = touched && !options.persistent && !options.fullscreen;
  const transition = options.transition ?? "scale";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of what is inside
    <div
      ref={layer}
      className={mergeClasses(styles.layer, options.fullscreen && styles.layerFull)}
      style={{ zIndex: options.zIndex }}
      inert={!top}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape does the same */}
      <div
        className={mergeClasses(styles.scrim, transition !== "none" && styles.fade)}
        data-testid="dialog-backdrop"
        onClick={hide}
      />
      <div
        ref={surface}
        role="dialog"
        aria-modal="true"
        aria-labelledby={options.title ? titleId : undefined}
        aria-label={options.title ? undefined : "Dialog"}
        tabIndex={-1}
        className={mergeClasses(
          styles.surface,
          styles.ownWayOut,
          options.fullscreen && styles.full,
          styles[transition],
          options.dialogClass,
        )}
        style={options.fullscreen ? undefined : { width: options.width, maxWidth: options.maxWidth }}
      >
        <div className={styles.head} data-testid="dialog-head" {...(sheet ? drag : undefined)}>
          {sheet && <div className={styles.handle} />}
          {options.title && (
            <h2 id={titleId} className={mergeClasses(styles.title, dismissible && styles.titleBesideDismiss)}>
              {options.title}
            </h2>
          )}
        </div>
        <div
          className={mergeClasses(
            styles.content,
            options.scrollable !== false && styles.scrollable,
            options.contentClass,
          )}
        >
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
        {dismissible &&
          (touched ? (
            <div className={styles.foot} data-foot="">
              <Button onClick={hide}>Close</Button>
            </div>
          ) : (
            <div className={styles.dismiss}>
              <IconButton icon={<Dismiss20Regular />} label="Dismiss the dialog" shortcut="Esc" onClick={hide} />
            </div>
          ))}
      </div>
    </div>
  );
}

function DialogAction({ button, entry }: { button: DialogButton; entry: DialogEntry }) {
  const styles = useDialogStyles();
  const filled =
    (button.variant ?? (button.color === "primary" || button.color === "danger" ? "filled" : "outline")) === "filled";
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
