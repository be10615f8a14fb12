import { useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { agents, keys } from "../api.ts";
import { POLL_MS } from "../frame/use-models.ts";

/** The person's agents, as they change on any device. */
export function useAgents() {
  const client = useQueryClient();
  const live = useLive("agents.agent", () => void client.invalidateQueries({ queryKey: keys.agents }));
  const query = useQuery({
    queryKey: keys.agents,
    queryFn: ({ signal }) => agents.agents(signal),
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  return { live, query };
}
