import { useSearchParams } from "@tessera/router";
import { useMemo } from "react";
import type { Entry } from "./stream.ts";

/** What happened to a card. */
export const KINDS = [
  { id: "all", label: "All" },
  { id: "INSERT", label: "Added" },
  { id: "UPDATE", label: "Changed" },
  { id: "DELETE", label: "Deleted" },
];

export interface LiveFilter {
  kind: string;
  type: string;
  text: string;
}

/** A gap is shown under every filter: what fits may be missing because of it. */
export function fits(entry: Entry, { kind, type, text }: LiveFilter): boolean {
  if (entry.kind === "gap") return true;
  if (kind !== "all" && entry.change !== kind) return false;
  if (type !== "all" && entry.type !== type) return false;
  return !text || (entry.title ?? "").toLocaleLowerCase().includes(text.toLocaleLowerCase());
}

/** The filter, which lives in the address. */
export function useLiveFilter() {
  const [search, setSearch] = useSearchParams();
  const [kind, type, text] = [search.get("kind") ?? "all", search.get("type") ?? "all", search.get("text") ?? ""];
  const filter = useMemo(
    () => ({ kind: KINDS.some(({ id }) => id === kind) ? kind : "all", type, text }),
    [kind, type, text],
  );
  const change = (patch: Partial<LiveFilter>, replace = false) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(patch)) {
          if (value && value !== "all") next.set(key, value);
          else next.delete(key);
        }
        return next;
      },
      { replace },
    );
  return { filter, change };
}
