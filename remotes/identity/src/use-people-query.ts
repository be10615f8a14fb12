import { useSearchParams } from "@tessera/router";
import type { AccountState, PeopleQuery } from "./people-api.ts";

export const STATES: { id: AccountState | "all"; label: string }[] = [
  { id: "all", label: "All" },
  { id: "confirmed", label: "Confirmed" },
  { id: "invited", label: "Invited" },
  { id: "unconfirmed", label: "Not confirmed" },
  { id: "banned", label: "Banned" },
  { id: "deleted", label: "Deleted" },
];
export const SIZES = [10, 25, 50, 100] as const;

/** What the list shows lives in the address: it can be linked, and the browser's back undoes it. */
export function usePeopleQuery() {
  const [search, setSearch] = useSearchParams();
  const size = Number(search.get("size"));
  const state = search.get("state");
  const query: PeopleQuery = {
    page: Math.max(1, Math.trunc(Number(search.get("page"))) || 1),
    perPage: SIZES.find((known) => known === size) ?? 25,
    filter: search.get("find") ?? "",
    state: STATES.some(({ id }) => id !== "all" && id === state) ? (state as AccountState) : null,
  };
  const change = (patch: Partial<PeopleQuery>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name));
        if (patch.page !== undefined) put("page", patch.page > 1 ? String(patch.page) : null);
        if (patch.perPage !== undefined) put("size", patch.perPage === 25 ? null : String(patch.perPage));
        if (patch.filter !== undefined) put("find", patch.filter);
        if (patch.state !== undefined) put("state", patch.state);
        return next;
      },
      { replace: patch.filter !== undefined },
    );
  return { query, change };
}
