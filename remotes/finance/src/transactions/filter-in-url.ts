import type { TransactionFilter } from "@tessera/contracts-finance/transactions.ts";
import { useCallback, useMemo } from "react";
import { useAddress } from "../frame/use-address.ts";

const NAMES = [
  "account",
  "category",
  "payee",
  "q",
  "from",
  "to",
  "state",
  "currency",
  "own",
  "counted",
  "direction",
] as const;
export type FilterName = (typeof NAMES)[number];

/** The filter of the list lives in the address: it survives a reload and can be bookmarked. */
export function useFilter() {
  const { params, set, clear } = useAddress();
  const text = params.toString();
  const filter = useMemo((): TransactionFilter => {
    const given = new URLSearchParams(text);
    return Object.fromEntries(NAMES.flatMap((name) => (given.get(name) ? [[name, given.get(name)!]] : [])));
  }, [text]);
  const setOne = useCallback((name: FilterName, value: string) => set({ [name]: value }), [set]);
  return { filter, set: setOne, clear, isEmpty: Object.keys(filter).length === 0 };
}
