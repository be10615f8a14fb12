import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items, keys } from "../api.ts";
import { openMenuSheet } from "../list/open-menu-sheet.ts";
import { naming } from "../triage/use-triage.ts";
import { loadCaptures } from "./captures.ts";
import { conversion, convertCard, convertFile, typesOfFile } from "./convert-card.ts";

/** Asks what a card should become, then makes it so; says why when it can become nothing. */
export async function askConvert(client: QueryClient, row: ItemSummary): Promise<void> {
  const [item, captures] = await Promise.all([
    client.fetchQuery({ queryKey: keys.item(row.id), queryFn: () => items.get(row.id) }),
    loadCaptures(),
  ]);
  const made = typesOfFile(item).map((one) => ({
    id: one.type,
    label: one.convert,
    run: () => void convertFile(client, row.id, one),
  }));
  const lines = captures
    .filter((capture) => capture.words.convert !== undefined && conversion(item, capture, captures) !== null)
    .map((capture) => ({
      id: capture.type,
      label: capture.words.convert as string,
      run: () => void convertCard(client, row.id, capture, capture.words.label.toLowerCase()),
    }))
    .concat(made);
  if (lines.length === 0)
    return shell().notifications.show({ message: `${naming([row])} cannot become another kind of card.` });
  await openMenuSheet(`Convert ${naming([row])}`, [lines]);
}
