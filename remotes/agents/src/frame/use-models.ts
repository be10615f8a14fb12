import { useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { agents, keys } from "../api.ts";

/** Ms between polls while changes do not arrive on their own. */
export const POLL_MS = 15_000;

/** The person's providers, as they change on any device. */
export function useProviders() {
  const client = useQueryClient();
  const live = useLive("agents.provider", () => void client.invalidateQueries({ queryKey: keys.all }));
  const query = useQuery({
    queryKey: keys.providers,
    queryFn: ({ signal }) => agents.providers(signal),
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  return { live, query };
}

/** The models of those providers. */
export function useModels() {
  const client = useQueryClient();
  const live = useLive("agents.model", () => void client.invalidateQueries({ queryKey: keys.models }));
  const query = useQuery({
    queryKey: keys.models,
    queryFn: ({ signal }) => agents.models(signal),
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  return { live, query };
}

/** The model that each task begins with. */
export const useDefaults = () =>
  useQuery({ queryKey: keys.defaults, queryFn: ({ signal }) => agents.defaults(signal) });
