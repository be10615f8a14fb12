import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { items } from "../api.ts";
import { createItem } from "../capture/create-item.ts";
import { summaryOf } from "../detail/summary-of.ts";
import { changeItems } from "./change-items.ts";
import { offerUndo } from "./undo.ts";
import { naming } from "./use-triage.ts";

/** Captures the same once more, in the inbox; undo moves the copy to the trash. */
export async function duplicate(client: QueryClient, row: ItemSummary): Promise<void> {
  try {
    const { type, title, body, data: all, tags, dueAt } = await items.get(row.id);
    // Nobody was given the copy, least of all an agent.
    const { assignee: _, ...data } = all;
    const made = await createItem(client, { type, title, body, data, tags, dueAt }, crypto.randomUUID(), title);
    if (!made) return shell().notifications.show({ message: `Duplicated: ${naming([row])}` });
    offerUndo(
      `Duplicated: ${naming([row])}`,
      async () => void (await changeItems(client, [summaryOf(made.item)], { set: { status: "trash" } })),
      [row.id],
    );
  } catch (error) {
    shell().notifications.show({ message: failureWords("Not duplicated:", error), intent: "error" });
  }
}
