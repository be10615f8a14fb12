import type { ItemQuery } from "@tessera/contracts-items/items.ts";
import type { SearchPage } from "@tessera/contracts-items/search/search.ts";
import type { QueryClient } from "@tessera/query";
import type { ListSource } from "../list/use-item-list.ts";
import { finder } from "./finder.ts";

export const searchKeys = {
  facets: (q: string) => ["items", "facets", q] as const,
  about: (q: string) => ["items", "search", q] as const,
};

/** What an answer says besides its rows. */
export type AboutSearch = Pick<SearchPage, "corrected" | "total" | "meaning">;

/** What `/search` lists; what an answer says besides its rows is kept beside them. */
export const searchSource = (client: QueryClient): ListSource => ({
  keepsRows: true,
  sections: ({ q = "", group }, signal) => finder.sections({ q, group }, signal),
  page: async ({ q = "", sort, order, limit, cursor, group, section }: ItemQuery, signal) => {
    const known = sort === "wake" || sort === "priority" ? undefined : sort;
    const request = { q, sort: known, order, limit, cursor, group, section };
    const { corrected, meaning, ...page } = await finder.search(request, signal);
    if (section !== undefined) return page;
    client.setQueryData<AboutSearch>(searchKeys.about(q), { corrected, meaning, total: page.total });
    return page;
  },
});
