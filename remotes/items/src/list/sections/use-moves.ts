import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import type { ItemGroup } from "@tessera/contracts-items/sections.ts";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { type ListState, nearestIndex } from "@tessera/ui";
import { loadPart, openPart } from "../../load-part.ts";
import { type Beside, placedBeside, placeItems } from "../../triage/place-items.ts";
import { offerUndo } from "../../triage/undo.ts";
import { naming, type Offer, sentenceOf, useTriage } from "../../triage/use-triage.ts";
import { announce } from "../announce.ts";
import { type ListQuery, orderOf, sortOf } from "../list-query.ts";
import type { DropPlace } from "./drag-area.tsx";
import { changeByLink, changeInto, isTarget, linkTarget, type MoveChange, movable } from "./move-cards.ts";
import type { MoveLine } from "./move-dialog.tsx";
import { nameOfSection } from "./section-names.ts";
import type { Sections } from "./use-sections.tsx";

interface MovedList {
  query: ListQuery;
  sections: Sections | null | undefined;
  /** Rows as they are now, with gaps where they are not loaded. */
  slots: () => readonly (ItemSummary | undefined)[];
  state: ListState<ItemSummary>;
  targets: (row?: ItemSummary) => ItemSummary[];
}

const STATUSES = ["inbox", "later", "done", "archived"] as const;
const PRIORITIES = ["high", "medium", "low", "none"] as const;

/** Cards into other sections and other places: by pointer, by menu and by key. */
export function useMoves({ query, sections, slots, state, targets }: MovedList) {
  const client = useQueryClient();
  const triage = useTriage();
  const byHand = sortOf(query) === "manual";
  const isDown = (query.order ?? orderOf("manual")) === "desc";

  const put = async (rows: readonly ItemSummary[], change: MoveChange | undefined, beside?: Beside) => {
    const made = beside && placeItems(client, rows, beside);
    if (made && !change) offerUndo(`Moved: ${naming(rows)}`, made.takeBack, idsOf(rows), made.written);
    made?.written.catch((error: unknown) =>
      shell().notifications.show({
        message: `Not moved: ${sentenceOf(error)} ${naming(rows)} stayed in place.`,
        intent: "error",
      }),
    );
    if (!change) return;
    const offer: Offer = (label, run, ids, done) =>
      offerUndo(
        label,
        async () => {
          await run();
          await made?.takeBack();
        },
        ids,
        done,
      );
    const moved = beside ? placedBeside(rows, beside) : rows;
    await triage.change(moved, change.change, change.done, { offer });
  };

  /** Into a section of this list, or of another kind. */
  const into = async (
    group: ItemGroup,
    { key, label }: { key: string; label: string },
    rows: readonly ItemSummary[],
    from: string | undefined,
    beside?: Beside,
  ) => {
    const fit = movable(group, rows);
    if (fit.length === 0) return announce("Nothing here can be moved there");
    const change = await changeInto({ group, key, label, from }, fit);
    if (change) await put(fit, change, beside);
  };

  /** The section of the card that has the focus. */
  const sectionOfFocus = () => {
    const id = state.focused();
    const at = id === null ? -1 : nearestIndex(slots(), id, state.focusNear);
    return at < 0 ? undefined : sections?.at(at)?.key;
  };

  /** Where cards stand when they are put at the edge of a row. */
  const besideOf = ({ id, edge }: NonNullable<DropPlace["row"]>, moved: readonly ItemSummary[], section?: string) => {
    const all = slots();
    const own = new Set(idsOf(moved));
    const start = sections?.all.find(({ key }) => key === section)?.start ?? state.focusNear;
    const at = nearestIndex(all, id, start);
    const row = all[at];
    if (!row) return undefined;
    const step = edge === "after" ? 1 : -1;
    let to = at + step;
    while (own.has(all[to]?.id ?? "")) to += step;
    const beyond = all[to] && sections?.at(to)?.key === sections?.at(at)?.key ? all[to] : undefined;
    // Upside down, what is above on the page stands behind in the order.
    const turned = isDown ? (edge === "after" ? "before" : "after") : edge;
    return { edge: turned, row, beyond } satisfies Beside;
  };

  const onDrop = (place: DropPlace, rows: ItemSummary[], from: string | undefined) => {
    if (place.href !== undefined) {
      const target = linkTarget(place.href);
      const fit = target && target !== "snooze" ? movable(target.group, rows) : rows;
      return void changeByLink(place.href, fit).then((change) => put(fit, change));
    }
    const beside = place.row && besideOf(place.row, rows, place.section);
    const section = sections?.all.find(({ key }) => key === place.section);
    if (sections && section && section.key !== from) return void into(sections.group, section, rows, from, beside);
    if (beside) void put(isDown ? rows.toReversed() : rows, undefined, beside);
  };

  const takes = (place: DropPlace, rows: ItemSummary[], from: string | undefined): boolean => {
    if (place.href !== undefined) {
      const target = linkTarget(place.href);
      if (target === undefined) return false;
      return target === "snooze" || (isTarget(target.group, target.key) && movable(target.group, rows).length > 0);
    }
    if (place.section === undefined) return place.row !== undefined;
    if (!sections || place.section === from) return place.row !== undefined;
    return isTarget(sections.group, place.section) && movable(sections.group, rows).length > 0;
  };

  /** By so many places in the order by hand, within the section. */
  const moveBy = async (step: 1 | -1 | "first" | "last", on = targets()) => {
    if (on.length === 0) return;
    if (!byHand) return announce("Order the list by hand first: then cards can be moved up and down");
    const all = slots();
    const own = new Set(idsOf(on));
    const places = on.map(({ id }) => nearestIndex(all, id, state.focusNear));
    const up = step === -1 || step === "first";
    const edgeOf = up ? Math.min(...places) : Math.max(...places);
    const section = sections?.at(edgeOf);
    const [low, high] = section ? [section.start, section.start + section.count - 1] : [0, all.length - 1];
    let to = edgeOf + (up ? -1 : 1);
    if (step === "first") to = low;
    if (step === "last") to = high;
    while (to > low && to < high && (own.has(all[to]?.id ?? "") || !all[to])) to += step === "last" ? -1 : up ? -1 : 1;
    const row = to >= low && to <= high ? all[to] : undefined;
    if (!row || own.has(row.id)) return announce(up ? "Already the first" : "Already the last");
    const beside = besideOf({ id: row.id, edge: up ? "before" : "after" }, on, section?.key);
    if (!beside) return;
    await put(isDown ? on.toReversed() : on, undefined, beside);
    state.focusOn(on[0]?.id ?? null, true);
    announce(`Moved ${up ? "up" : "down"}`);
  };

  /** Asks where cards go. */
  const moveTo = async (on = targets()) => {
    if (on.length === 0) return;
    const from = sectionOfFocus();
    const own = sections
      ? sections.all
          .filter(({ key }) => key !== from && isTarget(sections.group, key))
          .map(({ key, label }): Target => ({ id: `${sections.group} ${key}`, label, group: sections.group, key }))
      : [];
    const states = sections?.group === "status" ? [] : named("status", STATUSES);
    const matters =
      sections?.group === "priority" || movable("priority", on).length === 0 ? [] : named("priority", PRIORITIES);
    const steps: MoveLine[] = byHand
      ? [
          { id: "first", label: "To the top" },
          { id: "-1", label: "One up" },
          { id: "1", label: "One down" },
          { id: "last", label: "To the bottom" },
        ]
      : [];
    const groups: MoveLine[][] = [own, steps, states, matters].filter((group) => group.length > 0);
    const choice = await openPart(async () => {
      const { MoveDialog } = await loadPart(() => import("./move-dialog.tsx"));
      return shell().dialogs.open<MoveLine, { groups: MoveLine[][] }>(
        MoveDialog,
        { groups },
        { title: `Move ${naming(on)} to`, width: "400px", buttons: [] },
      );
    });
    if (!choice) return state.focusOn(on[0]?.id ?? null, true);
    const target = [...own, ...states, ...matters].find(({ id }) => id === choice.id);
    if (target) await into(target.group, target, on, target.group === sections?.group ? from : undefined);
    else await moveBy(choice.id === "first" || choice.id === "last" ? choice.id : choice.id === "1" ? 1 : -1, on);
    state.focusOn(state.focused() ?? on[0]?.id ?? null, true);
  };

  return { byHand, onDrop, takes, moveTo, moveBy };
}

type Target = MoveLine & { group: ItemGroup; key: string };

const named = (group: ItemGroup, sections: readonly string[]): Target[] =>
  sections.map((key) => ({ id: `${group} ${key}`, label: nameOfSection(group, key, []), group, key }));

const idsOf = (rows: readonly ItemSummary[]) => rows.map(({ id }) => id);
