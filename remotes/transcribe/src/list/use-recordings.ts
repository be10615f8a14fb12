import { useInfiniteQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { keys, POLL_MS, transcribe } from "../api.ts";

/** Recordings a page, as the manifest's preload asks for. */
const PAGE_SIZE = 50;

/** The person's recordings, newest first, as they change on any device. */
export function useRecordings() {
  const client = useQueryClient();
  const live = useLive("transcribe.recording", () => void client.invalidateQueries({ queryKey: keys.all }));
  const query = useInfiniteQuery({
    queryKey: keys.list,
    queryFn: ({ pageParam, signal }) => transcribe.recordings({ cursor: pageParam, limit: PAGE_SIZE }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  const rows = query.data?.pages.flatMap((page) => page.items);
  return { live, query, rows, total: query.data?.pages[0]?.total };
}
