import { TODAY_LIST, UPCOMING_LIST } from "@tessera/contracts-items/by-day.ts";
import { useQuery } from "@tessera/query";
import { items, keys } from "../api.ts";

/** How many cards the lists by day hold; empty until it is known. */
export function useDueCounts(): Record<string, number> {
  const { data } = useQuery({
    queryKey: [...keys.types, "due"],
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const types = [TODAY_LIST, UPCOMING_LIST];
      const pages = await Promise.all(types.map((type) => items.list({ type, limit: 1 }, signal)));
      return Object.fromEntries(types.map((type, index) => [type, pages[index]?.total ?? 0]));
    },
  });
  return data ?? {};
}
