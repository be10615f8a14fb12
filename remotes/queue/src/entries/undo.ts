import type { DecideResult, QueueEntry } from "@tessera/contracts-queue/queue.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { inOrder } from "./own-writes.ts";
import { dropOldAnswers, takeOut } from "./rows-taken-out.ts";

interface Undoable {
  client: QueryClient;
  /** What was done, for the sentence that says it is undone. */
  label: string;
  ids: readonly string[];
  /** Shows the entries where they were; null where they never left. */
  putBack: (() => void) | null;
  /** What the service is told of those that were changed. */
  revert(changed: QueueEntry[]): Promise<DecideResult>;
  /** The service's answer; not there yet where the person is faster. */
  written: Promise<DecideResult>;
  /** Started a job again: what it does is stopped in the list of jobs, not by undoing the decision. */
  isFinal: boolean;
  /** In progress: asking again is the same undo. */
  taking?: Promise<void>;
}

/** Decisions that can still be taken back, the newest last. */
const stack: Undoable[] = [];
const DEPTH = 50;

/** The list that is shown, which goes back to entries that an undo puts back. */
let listShown: ((ids: readonly string[]) => void) | null = null;

/** @returns what ends it */
export function onUndone(goTo: (ids: readonly string[]) => void): () => void {
  listShown = goTo;
  return () => {
    if (listShown === goTo) listShown = null;
  };
}

const drop = (entry: Undoable) => {
  const at = stack.indexOf(entry);
  if (at >= 0) stack.splice(at, 1);
};

/** Lets a decision be taken back from now on. @returns what says that it was made, with Undo beside it */
export function remember(made: Undoable): { offer(label: string): void } {
  const entry = { ...made };
  stack.push(entry);
  if (stack.length > DEPTH) stack.shift();
  entry.written.then(
    ({ changed }) => changed.length === 0 && drop(entry),
    () => drop(entry),
  );
  return {
    offer(label) {
      entry.label = label;
      // A notice must not offer what has been taken back already.
      if (entry.taking) return;
      const action = entry.isFinal ? undefined : { label: "Undo", run: () => take(entry) };
      shell().notifications.show({ intent: "success", message: label, action });
    },
  };
}

/** Entries that were put back in another way: there is nothing left to undo. */
export function forget(ids: readonly string[]): void {
  for (const entry of [...stack]) {
    entry.ids = entry.ids.filter((id) => !ids.includes(id));
    if (entry.ids.length === 0) drop(entry);
  }
}

/** Takes back the newest decision of this page: at once on the page, then on the service. */
export async function undoLast(): Promise<void> {
  const entry = stack.at(-1);
  if (!entry) return shell().notifications.show({ message: "There is nothing to undo." });
  if (!entry.isFinal) return take(entry);
  drop(entry);
  shell().notifications.show({ message: `${entry.label} cannot be undone. Cancel it in the list of jobs.` });
}

function take(entry: Undoable): Promise<void> {
  entry.taking ??= takeBack(entry);
  return entry.taking;
}

async function takeBack(entry: Undoable): Promise<void> {
  const { client, ids } = entry;
  drop(entry);
  if (entry.putBack) {
    dropOldAnswers(client);
    // They may stand among the settled ones by now.
    takeOut(client, new Set(ids));
    entry.putBack();
  }
  listShown?.(ids);
  try {
    const undone = await inOrder(() => reverted(entry));
    if (undone?.skipped[0]) shell().notifications.show({ intent: "warning", message: undone.skipped[0].reason });
    else if (undone) shell().notifications.show({ intent: "success", message: `Undone: ${entry.label}` });
  } catch (error) {
    entry.taking = undefined;
    stack.push(entry);
    if (entry.putBack) takeOut(client, new Set(ids));
    shell().notifications.show({
      intent: "error",
      message: failureWords(`Not undone: ${entry.label}.`, error),
      action: { label: "Try again", run: () => take(entry) },
    });
  }
  await client.invalidateQueries({ queryKey: ["queue"] });
}

/** Null where nothing was changed: that was said already. */
async function reverted({ written, ids, revert }: Undoable): Promise<DecideResult | null> {
  const made = await written.catch(() => null);
  const changed = made?.changed.filter(({ id }) => ids.includes(id)) ?? [];
  return changed.length > 0 ? revert(changed) : null;
}
