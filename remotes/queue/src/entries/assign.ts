import type { DecideResult, QueueEntry } from "@tessera/contracts-queue/queue.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { queueApi } from "../queue-api.ts";
import type { AssignChoice } from "./assign-dialog.tsx";
import { withAgent } from "./entry-agent.tsx";
import { inBatches } from "./in-batches.ts";
import { inOrder } from "./own-writes.ts";

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

/** Gives entries to an agent, or takes them back; says what came of it. */
export async function assign(
  client: QueryClient,
  entries: readonly QueueEntry[],
  to: { agentId: string | null; name: string },
): Promise<void> {
  const { notifications, preferences } = shell();
  const { agentId } = to;
  const timeZone = preferences.get().timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  const send = (ids: string[]) => queueApi.assign({ ids, agentId, timeZone });
  try {
    const result = await inOrder(() =>
      inBatches(
        entries.map(({ id }) => id),
        send,
      ),
    );
    tell(client, result, to);
  } catch (error) {
    const verb = agentId ? "given" : "taken back";
    notifications.show({ intent: "error", message: `Nothing was ${verb}. ${(error as Error).message}` });
  }
  await client.invalidateQueries({ queryKey: ["queue"] });
}

function tell(client: QueryClient, { changed, skipped }: DecideResult, to: { agentId: string | null; name: string }) {
  const { notifications } = shell();
  if (skipped[0]) {
    const many = skipped.length > 1 ? `${skipped.length} entries were left as they are. ` : "";
    notifications.show({ intent: "warning", message: many + skipped[0].reason });
  }
  const [first] = changed;
  if (!first) return;
  const what = changed.length === 1 ? first.title : `${changed.length} entries`;
  if (to.agentId === null) return notifications.show({ intent: "success", message: `Yours again: ${what}` });
  const back = () => assign(client, changed, { agentId: null, name: "" });
  const action = { label: "Take back", run: () => void back() };
  notifications.show({ intent: "success", message: `${to.name} has it: ${what}`, action });
}
