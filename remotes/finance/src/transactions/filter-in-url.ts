import type { TransactionFilter } from "@tessera/contracts-finance/transactions.ts";
import { useSearchParams } from "@tessera/router";
import { useCallback, useMemo } from "react";

const NAMES = ["account", "category", "q", "from", "to", "state"] as const;
export type FilterName = (typeof NAMES)[number];

/** The filter of the list lives in the address: it survives a reload and can be bookmarked. */
export function useFilter() {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const filter = useMemo((): TransactionFilter => {
    const given = new URLSearchParams(text);
    return Object.fromEntries(NAMES.flatMap((name) => (given.get(name) ? [[name, given.get(name)!]] : [])));
  }, [text]);
  const set = useCallback(
    (name: FilterName, value: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const clear = useCallback(() => setParams({}, { replace: true }), [setParams]);
  return { filter, set, clear, isEmpty: Object.keys(filter).length === 0 };
}
