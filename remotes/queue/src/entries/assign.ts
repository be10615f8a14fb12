import type { DecideResult, QueueEntry } from "@tessera/contracts-queue/queue.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { queueApi } from "../queue-api.ts";
import type { AssignChoice } from "./assign-dialog.tsx";
import { withAgent } from "./entry-agent.tsx";
import { inBatches } from "./in-batches.ts";
import { inOrder } from "./own-writes.ts";
import { remember } from "./undo.ts";

/** Asks who gets entries; undefined when the person changed their mind. */
export async function askAssignee(entries: readonly QueueEntry[]): Promise<AssignChoice | undefined> {
  const { dialogs } = shell();
  const what = entries.length === 1 ? `“${entries[0]?.title}”` : `${entries.length} entries`;
  return dialogs.loading(async () => {
    const { AssignDialog } = await import("./assign-dialog.tsx");
    const props = { back: entries.some(withAgent) };
    return dialogs.open<AssignChoice, { back: boolean }>(AssignDialog, props, {
      title: `Assign ${what}`,
      width: "440px",
      buttons: [],
    });
  });
}

/** Who gets entries: an agent, or with null the person again. */
interface Assignee {
  agentId: string | null;
  name: string;
}

/** Gives entries to an agent, or takes them back; says what came of it, and can be undone. */
export async function assign(client: QueryClient, entries: readonly QueueEntry[], to: Assignee): Promise<void> {
  const { notifications } = shell();
  const had = new Map(entries.map((entry) => [entry.id, withAgent(entry) ? entry.agent!.id : null]));
  const ids = [...had.keys()];
  const written = inOrder(() => give(ids, to.agentId));
  const undo = remember({
    ...{ client, label: saysGiven(entries, to), ids, putBack: null, written, isFinal: false },
    revert: (changed) =>
      giveBack(
        changed.map(({ id }) => id),
        had,
      ),
  });
  try {
    const { changed, skipped } = await written;
    if (skipped[0]) {
      const many = skipped.length > 1 ? `${skipped.length} entries were left as they are. ` : "";
      notifications.show({ intent: "warning", message: many + skipped[0].reason });
    }
    if (changed.length) undo.offer(saysGiven(changed, to));
  } catch (error) {
    const verb = to.agentId ? "given" : "taken back";
    notifications.show({ intent: "error", message: failureWords(`Nothing was ${verb}.`, error) });
  }
  await client.invalidateQueries({ queryKey: ["queue"] });
}

function give(ids: readonly string[], agentId: string | null): Promise<DecideResult> {
  const timeZone = shell().preferences.get().timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  return inBatches(ids, (some) => queueApi.assign({ ids: some, agentId, timeZone }));
}

/** Each to who had it: an agent begins once more. */
async function giveBack(ids: readonly string[], had: ReadonlyMap<string, string | null>): Promise<DecideResult> {
  const back: DecideResult = { changed: [], skipped: [] };
  for (const [agentId, some] of Map.groupBy(ids, (id) => had.get(id) ?? null)) {
    const { changed, skipped } = await give(some, agentId);
    back.changed.push(...changed);
    back.skipped.push(...skipped);
  }
  return back;
}

function saysGiven(entries: readonly QueueEntry[], { agentId, name }: Assignee): string {
  const what = entries.length === 1 ? entries[0]?.title : `${entries.length} entries`;
  return agentId === null ? `Taken back: ${what}` : `Given to ${name}: ${what}`;
}
