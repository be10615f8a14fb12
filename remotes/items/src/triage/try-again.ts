import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items } from "../api.ts";
import { keepItem } from "./change-items.ts";
import { naming, sentenceOf } from "./use-triage.ts";

/** Runs the failed steps of cards again, one card after the other; says once what could not be started. */
export async function tryAgain(client: QueryClient, rows: readonly ItemSummary[]): Promise<void> {
  const refused: ItemSummary[] = [];
  let why = "";
  for (const row of rows) {
    if (!row.failure) continue;
    try {
      keepItem(client, await items.reprocess(row.id, row.failure.step));
    } catch (error) {
      refused.push(row);
      why = sentenceOf(error);
    }
  }
  if (refused.length === 0) return;
  shell().notifications.show({
    message: `Not retried: ${naming(refused)}. ${why}`,
    intent: "error",
    action: { label: "Try again", run: () => tryAgain(client, refused) },
  });
}
