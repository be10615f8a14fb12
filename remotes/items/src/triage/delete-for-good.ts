import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items, keys } from "../api.ts";
import { announce } from "../list/announce.ts";
import { refreshCounts } from "./change-items.ts";
import { naming, sentenceOf } from "./use-triage.ts";

/** Deletes cards in the trash for good, after asking: this is the one act that cannot be undone. */
export async function deleteForGood(client: QueryClient, rows: readonly ItemSummary[]): Promise<boolean> {
  const sure = await shell().dialogs.confirm(
    `${naming(rows)} and ${rows.length === 1 ? "its" : "their"} attachments will be deleted for good. This cannot be undone.`,
    {
      title: "Delete for good",
      buttons: [
        { text: "Cancel", variant: "outline" },
        {
          text: rows.length === 1 ? "Delete for good" : `Delete ${rows.length.toLocaleString()} cards for good`,
          color: "danger",
          value: true,
        },
      ],
    },
  );
  if (!sure) return false;
  let failed = 0;
  let reason = "";
  for (const row of rows) {
    try {
      await items.remove(row.id, row.version);
    } catch (error) {
      if (error instanceof ProblemError && error.status === 404) continue;
      failed++;
      reason = sentenceOf(error);
    }
  }
  refreshCounts(client);
  await client.invalidateQueries({ queryKey: keys.lists });
  if (failed > 0)
    shell().notifications.show({
      message: `${failed.toLocaleString()} of ${rows.length.toLocaleString()} not deleted: ${reason}`,
      intent: "error",
    });
  else announce(`Deleted ${naming(rows)}`);
  return true;
}
