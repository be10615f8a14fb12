import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import type { SnoozeChoice } from "@tessera/ui/snooze";
import { loadPart, openPart } from "../load-part.ts";
import type { TagChoice } from "../tags/tag-dialog.tsx";
import type { AssigneeChoice } from "../types/task/assign-dialog.tsx";
import type { DayChoice } from "./reschedule-dialog.tsx";
import { naming } from "./use-triage.ts";

/** Asks until when; undefined when the person changed their mind. */
export const askSnooze = (rows: readonly ItemSummary[]): Promise<SnoozeChoice | undefined> =>
  openPart(async () => {
    const { SnoozeDialog } = await loadPart(() => import("@tessera/ui/snooze"));
    return shell().dialogs.open<SnoozeChoice>(
      SnoozeDialog,
      {},
      { title: `Snooze ${naming(rows)}`, width: "400px", buttons: [] },
    );
  });

/** Asks on which day cards are due; undefined when the person changed their mind. */
export const askDay = (rows: readonly Pick<ItemSummary, "title">[]): Promise<DayChoice | undefined> =>
  openPart(async () => {
    const { RescheduleDialog } = await loadPart(() => import("./reschedule-dialog.tsx"));
    return shell().dialogs.open<DayChoice>(
      RescheduleDialog,
      {},
      { title: `Reschedule ${naming(rows)}`, width: "400px", buttons: [] },
    );
  });

/** Asks who does cards; undefined when the person changed their mind. */
export const askAssignee = (rows: readonly Pick<ItemSummary, "title">[]): Promise<AssigneeChoice | undefined> =>
  openPart(async () => {
    const { AssignDialog } = await loadPart(() => import("../types/task/assign-dialog.tsx"));
    return shell().dialogs.open<AssigneeChoice>(
      AssignDialog,
      {},
      { title: `Assign ${naming(rows)} to`, width: "400px", buttons: [] },
    );
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

/** Asks, then deletes cards of the trash for good; undefined or false when nothing was deleted. */
export const askDelete = (client: QueryClient, rows: readonly ItemSummary[]): Promise<boolean | undefined> =>
  openPart(async () => (await loadPart(() => import("./delete-for-good.ts"))).deleteForGood(client, rows));

/** Asks what a card should become, then makes it so; says why when it can become nothing. */
export const askConvert = (client: QueryClient, row: ItemSummary): Promise<void> =>
  openPart(async () => (await loadPart(() => import("../types/ask-convert.ts"))).askConvert(client, row));
