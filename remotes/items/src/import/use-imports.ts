import type { ImportSession } from "@tessera/contracts-items/items.ts";
import { useQuery } from "@tessera/query";
import { items, keys } from "../api.ts";

/** First and longest wait between looks at a running import, in ms. */
const FIRST_LOOK = 500;
const LONGEST_WAIT = 5_000;

export const isRunning = (session: ImportSession) => session.state === "waiting" || session.state === "running";

/**
 * The import with this id: one of those known, else fetched; none while it is under way or when there is no such
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

/** The person's imports, the newest first; while one runs it is looked at again, less and less often. */
export function useImports(options: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: keys.imports,
    queryFn: ({ signal }) => items.imports(signal),
    staleTime: 2_000,
    enabled: options.enabled,
    refetchInterval: ({ state }) => {
      const running = (state.data ?? []).filter(isRunning);
      if (running.length === 0) return false;
      const age = Date.now() - Math.max(...running.map((session) => Date.parse(session.createdAt)));
      return Math.min(LONGEST_WAIT, Math.max(FIRST_LOOK, age / 10));
    },
  });
}
