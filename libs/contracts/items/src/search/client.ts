import { request, type Transport } from "@tessera/contracts-core/client.ts";
import type { ItemSections } from "../items.ts";
import type {
  FacetQuery,
  NewSavedSearch,
  SavedSearch,
  SearchFacets,
  SearchPage,
  SearchQuery,
  SearchSectionQuery,
} from "./search.ts";

export const searchClient = (transport: Transport) => ({
  /** @throws ProblemError 400 `search_syntax`, with `start` and `end` */
  search: (query: SearchQuery, signal?: AbortSignal) =>
    request<SearchPage>(transport, "GET", "/api/items/search", { query, signal }),
  facets: (query: FacetQuery, signal?: AbortSignal) =>
    request<SearchFacets>(transport, "GET", "/api/items/search/facets", { query, signal }),
  sections: (query: SearchSectionQuery, signal?: AbortSignal) =>
    request<ItemSections>(transport, "GET", "/api/items/search/sections", { query, signal }),
  saved: (signal?: AbortSignal) => request<SavedSearch[]>(transport, "GET", "/api/items/searches", { signal }),
  /** Saves it under an id of the caller's choice, or changes it. @throws ProblemError 409 `too_many_saved_searches` */
  save: (id: string, search: NewSavedSearch) =>
    request<SavedSearch>(transport, "PUT", `/api/items/searches/${id}`, { json: search }),
  removeSaved: (id: string) => request<void>(transport, "DELETE", `/api/items/searches/${id}`),
});
