import type { SavedSearch } from "@tessera/contracts-items/search/search.ts";
import { useQuery } from "@tessera/query";
import { finder } from "./finder.ts";
import { searchPath } from "./search-path.ts";

/** Key of the searches that the person saved. */
export const SAVED = ["items", "saved-searches"] as const;

/** Searches that the person saved: lists that fill themselves. */
export function useSavedSearches(): SavedSearch[] {
  const { data } = useQuery({
    queryKey: SAVED,
    queryFn: ({ signal }) => finder.saved(signal),
    staleTime: 30_000,
  });
  return data ?? [];
}

export const savedChoices = (saved: readonly SavedSearch[]) =>
  saved.map(({ name, q }) => ({ path: searchPath(q), label: name }));
