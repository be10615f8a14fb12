import { useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { mayTryAgain, releasesApi, releasesKeys } from "./releases-api.ts";

/** Ms between two polls while live updates are interrupted. */
export const POLL_MS = 15_000;

/** All apps and what happened to them, live. Polled only while the page's connection is down. */
export function useOverview() {
  const queries = useQueryClient();
  const live = useLive("releases.activity", () => void queries.invalidateQueries({ queryKey: releasesKeys.all }));
  const query = useQuery({
    queryKey: releasesKeys.overview,
    queryFn: ({ signal }) => releasesApi.overview({ signal }),
    refetchInterval: ({ state: { error } }) => (live === "down" && mayTryAgain(error) ? POLL_MS : false),
  });
  return { ...query, live };
}
