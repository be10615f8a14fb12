import { counted } from "@tessera/contracts-core/counted.ts";
import type { Item } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items, keys } from "../api.ts";
import { keepItem, refreshCounts } from "../triage/change-items.ts";
import { offerUndo } from "../triage/undo.ts";
import { updateItem } from "../triage/update-item.ts";
import { sendFiles, type Upload, uploadsNow } from "./upload-queue.ts";

/** Makes cards of files, shows them at the top of the lists, and offers to take them back. */
export async function uploadFiles(
  client: QueryClient,
  files: readonly File[],
  tags: readonly string[] = [],
): Promise<Item[]> {
  const made = await sendFiles(files, tags, (cards) => show(client, cards));
  const failed = uploadsNow().filter(({ file, state }) => state === "failed" && files.includes(file));
  // Said on every page: the list with what failed may not be open.
  if (failed.length > 0) shell().notifications.show({ message: notKept(failed), intent: "error" });
  return made;
}

const notKept = (failed: readonly Upload[]) =>
  failed.length === 1
    ? `${failed[0]?.file.name} was not kept. ${failed[0]?.reason}`
    : `${failed.length} files were not kept. ${failed[0]?.reason}`;

function show(client: QueryClient, made: readonly Item[]): void {
  if (made.length === 0) return;
  const refresh = () => {
    refreshCounts(client);
    void client.invalidateQueries({ queryKey: keys.lists });
  };
  for (const item of made) client.setQueryData(keys.item(item.id), item);
  refresh();
  const fresh = made.filter(({ version }) => version === 1);
  const known = made.length - fresh.length;
  if (fresh.length === 0) {
    const message =
      known === 1 ? "You already had this; moved to the top" : `You already had all ${known}; moved to the top`;
    shell().notifications.show({ message, intent: "success" });
    return;
  }
  const named = fresh.length === 1 ? `Kept “${fresh[0]?.title}”` : `Kept ${counted(fresh.length, "file")}`;
  offerUndo(
    known > 0 ? `${named}; you already had ${known}` : named,
    async () => {
      for (const item of fresh) keepItem(client, await updateItem(items, item.id, item, { status: "trash" }));
      refresh();
    },
    fresh.map(({ id }) => id),
  );
}
