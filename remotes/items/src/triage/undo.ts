import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { announce } from "../list/announce.ts";

interface Undoable {
  label: string;
  /** Cards that it changed. */
  ids: readonly string[];
  /** Takes it back: at once on the page, then on the service. */
  run: () => Promise<void>;
  /** The service refused the change, and a notice said so. */
  failed: boolean;
  /** In progress: asking again is the same undo. */
  taking?: Promise<void>;
}

/** Changes that can still be taken back, the newest last. */
const stack: Undoable[] = [];
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

const push = (entry: Undoable) => {
  stack.push(entry);
  if (stack.length > DEPTH) stack.shift();
};

const drop = (entry: Undoable) => {
  const at = stack.indexOf(entry);
  if (at >= 0) stack.splice(at, 1);
};

async function takeBack(entry: Undoable): Promise<void> {
  drop(entry);
  try {
    const done = entry.run();
    // The page shows the cards again already; where the keyboard is must not wait for an answer either.
    listShown?.(entry.ids);
    await done;
    if (entry.failed) return;
    announce(`Undone: ${entry.label}`);
    shell().notifications.show({ message: `Undone: ${entry.label}`, intent: "success" });
  } catch (error) {
    entry.taking = undefined;
    stack.push(entry);
    shell().notifications.show({
      message: failureWords("Not undone:", error),
      intent: "error",
      action: { label: "Try again", run: () => take(entry) },
    });
  }
}

function take(entry: Undoable): Promise<void> {
  entry.taking ??= takeBack(entry);
  return entry.taking;
}

function tell(entry: Undoable): void {
  // A notice must not offer what has been taken back already.
  if (entry.taking) return;
  announce(entry.label);
  shell().notifications.show({ message: entry.label, action: { label: "Undo", run: () => take(entry) } });
}

function keep(label: string, run: () => Promise<void>, ids: readonly string[], done?: Promise<unknown>): Undoable {
  const entry: Undoable = { label, ids, run, failed: false };
  push(entry);
  done?.catch(() => {
    entry.failed = true;
    drop(entry);
  });
  return entry;
}

/**
 * Offers to take back what was done, by key at once, and beside a sentence that says it.
 * @param done resolves when the service has made the change: the sentence waits for it, and is not said if it rejects
 */
export function offerUndo(
  label: string,
  run: () => Promise<void>,
  ids: readonly string[] = [],
  done?: Promise<unknown>,
): void {
  const entry = keep(label, run, ids, done);
  if (!done) tell(entry);
  done?.then(
    () => tell(entry),
    () => undefined,
  );
}

/**
 * Offers undo by key alone, for a change that is visible where the person works.
 * @returns what takes it back as the key does
 */
export function keepUndo(
  label: string,
  run: () => Promise<void>,
  ids: readonly string[] = [],
  done?: Promise<unknown>,
): () => Promise<void> {
  const entry = keep(label, run, ids, done);
  return () => take(entry);
}

/** Takes back the newest change of this page. */
export async function undoLast(): Promise<void> {
  const entry = stack.at(-1);
  if (entry) await take(entry);
  else announce("Nothing to undo");
}
