import type { DialogActions, DialogButton, DialogOptions } from "@tessera/shell-api";
import type { ComponentType } from "react";
import { createStore, type Store } from "../stores/store.ts";

/** One open dialog; specification §3. */
export interface DialogEntry extends DialogActions {
  id: string;
  component: ComponentType<Record<string, unknown> & { dialog: DialogActions }>;
  props: Record<string, unknown>;
  options: DialogOptions & { maxWidth: string; zIndex: number; buttons: DialogButton[] };
}

export interface DialogStack {
  store: Store<readonly DialogEntry[]>;
  open<T>(
    component: ComponentType<never>,
    props: object | undefined,
    options: DialogOptions | undefined,
  ): Promise<T | undefined>;
  closeAll(): void;
  closeLast(): void;
}

/** Cancel cancels; OK is primary and closes with true. Specification §2. */
const defaultButtons: DialogButton[] = [
  { text: "Cancel", variant: "outline", onClick: (dialog) => dialog.cancel() },
  { text: "OK", color: "primary", value: true },
];

export function createDialogStack(): DialogStack {
  const store = createStore<readonly DialogEntry[]>([]);
  const stack: DialogStack = {
    store,
    open<T>(component: ComponentType<never>, props: object = {}, options: DialogOptions = {}) {
      return new Promise<T | undefined>((resolve) => {
        const id = crypto.randomUUID();
        let settled = false;
        const settle = (value: unknown) => {
          if (settled) return;
          settled = true;
          store.set(store.get().filter((entry) => entry.id !== id));
          resolve(value as T | undefined);
          options.onClose?.(value);
        };
        const entry: DialogEntry = {
          id,
          component: component as unknown as DialogEntry["component"],
          props: props as Record<string, unknown>,
          options: {
            ...options,
            maxWidth: options.maxWidth ?? "600px",
            zIndex: options.zIndex ?? 2400,
            buttons: options.buttons ?? defaultButtons,
          },
          resolve: settle,
          close: settle,
          cancel: () => settle(undefined),
        };
        store.set([...store.get(), entry]);
        options.onOpen?.();
      });
    },
    closeAll() {
      for (const entry of [...store.get()].reverse()) entry.cancel();
    },
    closeLast() {
      store.get().at(-1)?.cancel();
    },
  };
  return stack;
}
