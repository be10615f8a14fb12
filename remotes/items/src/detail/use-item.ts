import type { Item } from "@tessera/contracts-items/items.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { items, keys } from "../api.ts";

/** First and longest wait between looks at a card that is being processed, in ms. */
const FIRST_LOOK = 1_500;
const LONGEST_WAIT = 15_000;

export const isProcessing = (item: Item | undefined) => Object.values(item?.processing ?? {}).some((step) => step.state === "pending");

/** One card. What the server makes of it is told live; while it cannot be, a card that it works on is looked at less and less often. */
export function useItem(id: string) {
  const client = useQueryClient();
  const live = useLive("items.item", (changes) => {
    const card = client.getQueryData<Item>(keys.item(id));
    if (!changes || changes.some(({ record }) => record.id === id && (isProcessing(card) || card?.version !== record.version)))
      void client.invalidateQueries({ queryKey: keys.item(id) });
  });
  return useQuery({
    queryKey: keys.item(id),
    queryFn: ({ signal }) => items.get(id, signal),
    // What was being processed when it was last looked at may be through.
    staleTime: ({ state }) => (isProcessing(state.data) ? 0 : 10_000),
    refetchInterval: ({ state }) =>
      live !== "live" && isProcessing(state.data) ? Math.min(LONGEST_WAIT, FIRST_LOOK * 1.4 ** Math.min(state.dataUpdateCount, 20)) : false,
  });
}
