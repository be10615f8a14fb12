import type { Item } from "@tessera/contracts-items/items.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { items, keys } from "../api.ts";

/** First and longest poll interval of a card that is being processed, in ms. */
const MIN_POLL_MS = 1_500;
const MAX_POLL_MS = 15_000;

export const isProcessing = (item: Item | undefined) =>
  Object.values(item?.processing ?? {}).some((step) => step.state === "pending");

/** Of vectors the live updates say nothing: they are no change of the card. */
const isEmbedding = (item: Item | undefined) => item?.processing.embedding?.state === "pending";

/**
 * One card, followed live. A card that is being processed is polled, less and less often, while live updates are down,
 * or do not tell of it.
 */
export function useItem(id: string) {
  const client = useQueryClient();
  const live = useLive("items.item", (changes) => {
    const card = client.getQueryData<Item>(keys.item(id));
    if (
      !changes ||
      changes.some(({ record }) => record.id === id && (isProcessing(card) || card?.version !== record.version))
    )
      void client.invalidateQueries({ queryKey: keys.item(id) });
  });
  return useQuery({
    queryKey: keys.item(id),
    queryFn: ({ signal }) => items.get(id, signal),
    // What was being processed at the last poll may be done.
    staleTime: ({ state }) => (isProcessing(state.data) ? 0 : 10_000),
    refetchInterval: ({ state }) =>
      isEmbedding(state.data) || (live !== "live" && isProcessing(state.data))
        ? Math.min(MAX_POLL_MS, MIN_POLL_MS * 1.4 ** Math.min(state.dataUpdateCount, 20))
        : false,
  });
}
