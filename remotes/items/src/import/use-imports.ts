import { COPIES_QUEUE, IMPORT_QUEUE, UNDO_QUEUE } from "@tessera/contracts-items/import-queue.ts";
import type { ImportSession } from "@tessera/contracts-items/items.ts";
import { useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { items, keys } from "../api.ts";

/** Poll interval of running imports while live updates are down, in ms. */
export const POLL_MS = 5_000;

const QUEUES = new Set([IMPORT_QUEUE, UNDO_QUEUE, COPIES_QUEUE]);

export const isRunning = (session: ImportSession) => session.state === "waiting" || session.state === "running";

/** Also what follows the end of one: its undo, and the fetching of its pages. */
const isMoving = (session: ImportSession) =>
  [session.state, session.undo?.state, session.copies?.state].some(
    (state) => state === "waiting" || state === "running",
  );

/**
 * The import with this id: one of those known, else fetched; none while it is in progress or when there is no such
 * import.
 */
export function useReport(id: string | undefined, known: readonly ImportSession[]): ImportSession[] {
  const found = known.find((session) => session.id === id);
  const { data } = useQuery({
    queryKey: [...keys.imports, id],
    queryFn: ({ signal }) => items.importSession(id ?? "", signal),
    enabled: id !== undefined && found === undefined,
    retry: false,
  });
  const report = found ?? data;
  return report ? [report] : [];
}

/** The person's imports, the newest first, followed live. While live updates are down, running ones are polled. */
export function useImports() {
  const client = useQueryClient();
  // A job moves with its import, and says too when the queue page cancelled it.
  const live = useLive("kit.job", (changes) => {
    if (!changes || changes.some(({ record }) => QUEUES.has(String(record.queue))))
      void client.invalidateQueries({ queryKey: keys.imports });
  });
  const query = useQuery({
    queryKey: keys.imports,
    queryFn: ({ signal }) => items.imports(signal),
    staleTime: 2_000,
    refetchInterval: ({ state }) => (live !== "live" && state.data?.some(isMoving) ? POLL_MS : false),
  });
  return { query, live };
}
