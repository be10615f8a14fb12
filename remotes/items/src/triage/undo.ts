import { shell } from "@tessera/shell-api";
import { announce } from "../list/announce.ts";

interface Undoable {
  label: string;
  /** Cards that it changed. */
  ids: readonly string[];
  run: () => Promise<void>;
}

/** Changes that can still be taken back, the newest last. */
const stack: Undoable[] = [];
/** Changes that the service has not answered yet, the newest last: what each can be undone by, null when it failed. */
const underWay: Promise<Undoable | null>[] = [];
const DEPTH = 50;

/** The list that is shown, which goes back to cards that an undo puts back. */
let listShown: ((ids: readonly string[]) => void) | null = null;

/** @returns what ends it */
export function onUndone(goTo: (ids: readonly string[]) => void): () => void {
  listShown = goTo;
  return () => {
    if (listShown === goTo) listShown = null;
  };
}

async function take(entry: Undoable): Promise<void> {
  const at = stack.indexOf(entry);
  if (at < 0) return;
  stack.splice(at, 1);
  try {
    await entry.run();
    listShown?.(entry.ids);
    announce(`Undone: ${entry.label}`);
    shell().notifications.show({ message: `Undone: ${entry.label}`, intent: "success" });
  } catch (error) {
    stack.push(entry);
    shell().notifications.show({
      message: `Not undone: ${(error as Error).message}`,
      intent: "error",
      action: { label: "Try again", run: () => take(entry) },
    });
  }
}

/** Tells what was done, with Undo beside it; the undo stays reachable by key afterwards. */
export function offerUndo(label: string, run: () => Promise<void>, ids: readonly string[] = []): Undoable {
  const entry = { label, run, ids };
  stack.push(entry);
  if (stack.length > DEPTH) stack.shift();
  announce(label);
  shell().notifications.show({ message: label, action: { label: "Undo", run: () => take(entry) } });
  return entry;
}

/** Runs a change that the page shows already: an undo that is asked for meanwhile is of this one, and waits for it. */
export async function undoable(change: Promise<Undoable | null>): Promise<void> {
  underWay.push(change);
  try {
    await change;
  } finally {
    underWay.splice(underWay.indexOf(change), 1);
  }
}

/** Takes back the newest change of this page. */
export async function undoLast(): Promise<void> {
  const begun = underWay.at(-1);
  // What failed says so itself; an older change was not meant.
  const entry = begun ? await begun : stack.at(-1);
  if (entry) await take(entry);
  else if (!begun) announce("Nothing to undo");
}
