import { itemsClient } from "@tessera/contracts-items/client.ts";
import { shell } from "@tessera/shell-api";

/** The items service, reached with the shell's transport. */
export const items = itemsClient((path, init) => shell().http(path, init));

/** Keys of the query cache. */
export const keys = {
  lists: ["items", "list"] as const,
  list: (query: object) => ["items", "list", query] as const,
  sectionCounts: ["items", "sections"] as const,
  sections: (query: object) => ["items", "sections", query] as const,
  item: (id: string) => ["items", "item", id] as const,
  children: (id: string) => ["items", "children", id] as const,
  occurrences: (id: string) => ["items", "occurrences", id] as const,
  types: ["items", "types"] as const,
  tags: ["items", "tags"] as const,
  cards: ["items", "item"] as const,
  tagLists: ["items", "tag-list"] as const,
  tagList: (query: object) => ["items", "tag-list", query] as const,
  tagChange: (id: string) => ["items", "tag-change", id] as const,
  imports: ["items", "imports"] as const,
};
