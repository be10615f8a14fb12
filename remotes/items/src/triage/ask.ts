import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { shell } from "@tessera/shell-api";
import type { SnoozeChoice } from "@tessera/ui/snooze";
import { loadPart, openPart } from "../load-part.ts";
import type { TagChoice } from "../tags/tag-dialog.tsx";
import { naming } from "./use-triage.ts";

/** Asks until when; undefined when the person changed their mind. */
export const askSnooze = (rows: readonly ItemSummary[]): Promise<SnoozeChoice | undefined> =>
  openPart(async () => {
    const { SnoozeDialog } = await loadPart(() => import("@tessera/ui/snooze"));
    return shell().dialogs.open<SnoozeChoice>(SnoozeDialog, {}, { title: `Snooze ${naming(rows)}`, width: "400px", buttons: [] });
  });

/** Asks for tags, starting from those that all the cards have. */
export async function askTags(rows: readonly Pick<ItemSummary, "tags" | "title">[]): Promise<TagChoice | undefined> {
  const [first, ...others] = rows;
  if (!first) return undefined;
  const shared = first.tags.filter((tag) => others.every((row) => row.tags.includes(tag)));
  return openPart(async () => {
    const { TagDialog } = await loadPart(() => import("../tags/tag-dialog.tsx"));
    return shell().dialogs.open<TagChoice, { tags: string[]; count: number }>(
      TagDialog,
      { tags: shared, count: rows.length },
      { title: `Tag ${naming(rows)}`, width: "440px", buttons: [], scrollable: false },
    );
  });
}
