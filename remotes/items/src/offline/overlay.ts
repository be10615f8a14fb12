import type { BulkChange, Item, ItemChildren, ItemPage, ItemPatch } from "@tessera/contracts-items/items.ts";
import type { WaitingAct } from "@tessera/shell-api";
import { belongs } from "../list/list-data.ts";
import { listQueryOf } from "../list/list-query.ts";
import { patchOf } from "../triage/change-items.ts";
import type { Acts, CardChange } from "./declare.ts";
import { mergePatches } from "./merge-patches.ts";
import { waitingChild } from "./waiting-child.ts";

/** An answer of the items service with the changes laid over it that wait to be sent. */
export function overlay(answer: unknown, path: string, acts: readonly WaitingAct[]): unknown {
  const [name = "", search] = path.split("?");
  if (name === "/api/items") return overPage(answer as ItemPage, new URLSearchParams(search), acts);
  if (name.endsWith("/children")) return overChildren(answer as ItemChildren, name.split("/")[3] ?? "", acts);
  if (isItem(answer)) return changed(answer, acts);
  return answer;
}

function overPage(page: ItemPage, search: URLSearchParams, acts: readonly WaitingAct[]): ItemPage {
  const query = listQueryOf(search.get("type") ?? "all", search);
  const now = new Date();
  const items = page.items
    .map((row) => changed(row, acts))
    .filter((row, at) => row === page.items[at] || belongs(query, row, now));
  return { ...page, items, total: page.total - (page.items.length - items.length) };
}

/** Behind the last child, those that are not sent yet. */
function overChildren(page: ItemChildren, parentId: string, acts: readonly WaitingAct[]): ItemChildren {
  if (page.nextCursor !== null) return page;
  const waiting = acts.filter(
    ({ kind, state, body }) => kind === "child" && state !== "refused" && (body as Acts["child"]).parentId === parentId,
  );
  return waiting.length ? { ...page, items: [...page.items, ...waiting.map(waitingChild)] } : page;
}

const isItem = (answer: unknown): answer is Item => typeof (answer as Item | null)?.version === "number";

/** The same object when nothing of it changes. */
function changed<T extends Pick<Item, "id" | "tags" | "status">>(row: T, acts: readonly WaitingAct[]): T {
  return acts.reduce((before, { subjects, body, kind }) => {
    if (!subjects.includes(row.id)) return before;
    const patch = kind === "bulk" ? patchOf(before, body as BulkChange) : (body as CardChange).patch;
    return lay(before, patch);
  }, row);
}

/** A row of a list has no text and no `data`. */
function lay<T extends object>(row: T, patch: ItemPatch): T {
  const { data } = mergePatches({ data: (row as Partial<Item>).data }, patch);
  const fields = Object.fromEntries(Object.entries(patch).filter(([field]) => field in row));
  return { ...row, ...fields, ...("data" in row ? { data } : {}) };
}
