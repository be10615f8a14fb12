import type { Item } from "@tessera/contracts/items.ts";
import { useQuery } from "@tessera/query";
import { items, keys } from "../api.ts";

/** First and longest wait between looks at a card that is being processed, in ms. */
const FIRST_LOOK = 1_500;
const LONGEST_WAIT = 15_000;

export const isProcessing = (item: Item | undefined) => Object.values(item?.processing ?? {}).some((step) => step.state === "pending");

/** One card; while the server works on it, it is looked at again, less and less often. */
export function useItem(id: string) {
  return useQuery({
    queryKey: keys.item(id),
    queryFn: ({ signal }) => items.get(id, signal),
    // What was being processed when it was last looked at may be through.
    staleTime: ({ state }) => (isProcessing(state.data) ? 0 : 10_000),
    refetchInterval: ({ state }) =>
      isProcessing(state.data) ? Math.min(LONGEST_WAIT, FIRST_LOOK * 1.4 ** Math.min(state.dataUpdateCount, 20)) : false,
  });
}
