import type { ItemSections } from "@tessera/contracts-items/items.ts";
import { MY_SECTION, NOBODY_SECTION } from "@tessera/contracts-items/sections.ts";
import { useQuery } from "@tessera/query";
import { items, keys } from "../api.ts";
import type { ListQuery } from "./list-query.ts";

export interface ListAssignee {
  key: string;
  label: string;
  count: number | undefined;
}

const WORDS: Record<string, string> = { [MY_SECTION]: "Assigned to me", [NOBODY_SECTION]: "Assigned to nobody" };

/** Who does the cards of a list, with how many; nobody where no card of it is anybody's. */
export function useListAssignees(query: ListQuery): ListAssignee[] {
  const { sections } = useCounted(query, true);
  const { assignee } = query;
  const found = sections
    .filter(({ key, count }) => count > 0 || key === assignee)
    .map(({ key, name, count }) => ({ key, count, label: WORDS[key] ?? `Assigned to ${name ?? "somebody"}` }));
  // One that the address names stays to be taken back.
  if (assignee && !found.some(({ key }) => key === assignee))
    return [...found, { key: assignee, label: WORDS[assignee] ?? "Assigned to somebody", count: 0 }];
  return assignee || found.some(({ key }) => key !== NOBODY_SECTION) ? found : [];
}

/** What the assignee is called by which a list is filtered. */
export function useAssigneeName(query: ListQuery): string {
  const { assignee } = query;
  const known = assignee === MY_SECTION ? "me" : assignee === NOBODY_SECTION ? "nobody" : null;
  const { sections } = useCounted(query, assignee !== undefined && known === null);
  return known ?? sections.find(({ key }) => key === assignee)?.name ?? "somebody";
}

const NONE: ItemSections = { sections: [], more: false };

/** Counted without the filter itself: it is there to be changed. */
function useCounted({ type, only, status, q, tag, unread }: ListQuery, enabled: boolean): ItemSections {
  const asked = { type, only, status, q, tag, unread, group: "assignee" as const };
  const { data = NONE } = useQuery({
    queryKey: keys.sections(asked),
    queryFn: ({ signal }) => items.sections(asked, signal),
    enabled,
    staleTime: 15_000,
  });
  return data;
}
