import { useParams, useSearchParams } from "@tessera/router";
import { useCallback, useMemo } from "react";
import { type ListQuery, listQueryOf } from "./list-query.ts";

/** What the list shows lives in the address: it can be linked, and the browser's back undoes it. */
export function useListQuery() {
  const { type = "inbox" } = useParams();
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const query = useMemo(() => listQueryOf(type, new URLSearchParams(text)), [type, text]);
  const change = useCallback(
    (patch: Partial<Record<Exclude<keyof ListQuery, "type">, string | undefined>>, replace = false) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [key, value] of Object.entries(patch)) {
            if (value) next.set(key, value);
            else next.delete(key);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setSearch],
  );
  return { query, change, search: text ? `?${text}` : "" };
}
export type ChangeQuery = ReturnType<typeof useListQuery>["change"];
