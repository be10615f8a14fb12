import { agentsClient } from "@tessera/contracts-agents/client.ts";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { queueKeys } from "../queue-api.ts";

const agentsApi = agentsClient((path, init) => shell().http(path, init));

/** The person's agents, by name; asked for only where they are shown. */
export const useAgents = (wanted: boolean) =>
  useQuery({ queryKey: queueKeys.agents, queryFn: ({ signal }) => agentsApi.agents(signal), enabled: wanted });
