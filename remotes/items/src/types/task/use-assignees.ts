import { agentsClient } from "@tessera/contracts-agents/client.ts";
import type { Assignee } from "@tessera/contracts-items/items.ts";
import { MAX_ASSIGNEE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { MENTION } from "@tessera/contracts-items/mention-limits.ts";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items } from "../../api.ts";
import { useItemTypes } from "../item-types.ts";

/** People that are offered, in the order of their names. */
const MAX_PEOPLE = 100;

export interface Assignees {
  people: (Assignee & { kind: "person" })[];
  agents: (Assignee & { kind: "agent" })[];
  /** Why some could not be loaded, in a sentence. */
  failure: string | null;
}

/** To whom a task can be given; undefined while that is loaded. */
export function useAssignees(): Assignees | undefined {
  const type = useItemTypes().find(({ capabilities }) => capabilities.includes(MENTION))?.type;
  const people = useQuery({
    queryKey: ["items", "assignees", "people", type],
    enabled: type !== undefined,
    queryFn: async ({ signal }) => {
      const page = await items.list({ type: type as string, sort: "title", limit: MAX_PEOPLE }, signal);
      return page.items.map(({ id, title }) => ({
        kind: "person" as const,
        id,
        name: title.slice(0, MAX_ASSIGNEE_LENGTH),
      }));
    },
  });
  const agents = useQuery({
    queryKey: ["items", "assignees", "agents"],
    queryFn: async ({ signal }) => {
      const { items: all } = await agentsClient((path, init) => shell().http(path, init)).agents(signal);
      return all.map(({ id, name }) => ({ kind: "agent" as const, id, name: name.slice(0, MAX_ASSIGNEE_LENGTH) }));
    },
  });
  const error = people.error ?? agents.error;
  if ((people.isPending && type !== undefined && !people.error) || (agents.isPending && !agents.error))
    return undefined;
  return { people: people.data ?? [], agents: agents.data ?? [], failure: error?.message ?? null };
}
