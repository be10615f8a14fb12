import type { Overview } from "@tessera/contracts-releases/releases.ts";
import { useQuery } from "@tessera/query";
import { useRef } from "react";
import { releasesApi, releasesKeys } from "./releases-api.ts";

/**
 * Ms between two questions while a rollout runs and something moves, while nothing moves, and while none runs or the
 * answer failed.
 */
const [SHORTEST, LONGEST, IDLE] = [2_000, 15_000, 30_000];

/** Wait in ms before asking again; `unchangedFor`: ms since an answer last differed from the one before. */
export function pollDelay(overview: Overview | undefined, unchangedFor: number): number {
  if (!overview?.items.some(({ rollout }) => rollout?.state === "running")) return IDLE;
  return Math.min(LONGEST, Math.max(SHORTEST, unchangedFor / 4));
}

/** All apps and what happened to them; asked for again only while the page is in view. */
export function useOverview() {
  const changed = useRef<{ data: unknown; at: number }>({ data: undefined, at: 0 });
  return useQuery({
    queryKey: releasesKeys.overview,
    queryFn: ({ signal }) => releasesApi.overview({ signal }),
    refetchInterval: ({ state: { data, status } }) => {
      if (status === "error") return IDLE;
      // An answer like the one before keeps its identity, so a new one means that something moved.
      if (changed.current.data !== data) changed.current = { data, at: Date.now() };
      return pollDelay(data, Date.now() - changed.current.at);
    },
  });
}
