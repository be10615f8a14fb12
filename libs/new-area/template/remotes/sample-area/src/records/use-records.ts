import { useInfiniteQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { keys, sampleArea } from "../api.ts";

/** Records a page, as the manifest's preload asks for. */
const PAGE_SIZE = 50;
/** Ms between polls while changes do not arrive on their own. */
export const POLL_MS = 15_000;

/** The person's records, newest first, as they change on any device. */
export function useRecords() {
  const client = useQueryClient();
  const live = useLive("sample_area.record", () => void client.invalidateQueries({ queryKey: keys.records }));
  const query = useInfiniteQuery({
    queryKey: keys.list,
    queryFn: ({ pageParam, signal }) => sampleArea.records({ cursor: pageParam, limit: PAGE_SIZE }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  const rows = query.data?.pages.flatMap((page) => page.items);
  return { live, query, rows, total: query.data?.pages[0]?.total };
}
