import { pageOf } from "@tessera/contracts-core/page.ts";
import { z } from "zod";
import { ItemGroup, ItemSort, ItemSummary, SectionKey } from "../items.ts";
import { MAX_PAGE_ROWS, MAX_SEARCH_LENGTH } from "../limits.ts";
import { MAX_SAVED_NAME } from "./limits.ts";

const Words = z.string().trim().min(1).max(MAX_SEARCH_LENGTH);

/**
 * A search in the language of language.ts. `sort` defaults to relevance where words are looked for, else to created.
 * `group` and `section` come together: one section of what its words and qualifiers match, the newest first where no
 * other order is named.
 */
export const SearchQuery = z.strictObject({
  q: Words,
  group: ItemGroup.optional(),
  section: SectionKey.optional(),
  sort: ItemSort.exclude(["wake", "priority"]).optional(),
  order: z.enum(["asc", "desc"]).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_ROWS).default(100),
});
export type SearchQuery = Omit<z.input<typeof SearchQuery>, "limit"> & { limit?: number };

/**
 * By relevance the newest 200 matches of the words are ranked and counted; the other orders list and count all matches.
 * Up to 20 cards that are near in meaning are among them; `match` says which were found by that alone.
 */
export const SearchPage = pageOf(ItemSummary)
  .extend({
    total: z.int(),
    /** Words that no card has, and what was looked for instead; what stands in quotation marks is taken as it is. */
    corrected: z.array(z.object({ from: z.string(), to: z.string() })),
    /**
     * Whether cards were compared by meaning. `late`: words alone, as it was not worked out in time; asked again in a
     * moment, the answer has it. `unavailable`: words alone, as the model fails. `not-asked`: the search is one word,
     * has a quotation, an alternative or an exclusion of words, or asks for no words; or the operator switched it off.
     */
    meaning: z.enum(["searched", "late", "unavailable", "not-asked"]),
  })
  .meta({ id: "SearchPage" });
export type SearchPage = z.infer<typeof SearchPage>;

const Count = z.object({ value: z.string(), count: z.int() });

/** How many of the matches each further qualifier leaves, the most first. `value` is what the qualifier takes. */
export const SearchFacets = z
  .object({
    /** Matches counted, the newest ones; 10,000 at most. */
    counted: z.int(),
    type: z.array(Count),
    tag: z.array(Count),
    /** Hosts, for `url:`. */
    site: z.array(Count),
    /** Each within the next, for `age:`. */
    age: z.array(Count),
  })
  .meta({ id: "SearchFacets" });
export type SearchFacets = z.infer<typeof SearchFacets>;

export const FacetQuery = SearchQuery.pick({ q: true });
export type FacetQuery = z.infer<typeof FacetQuery>;
export const SearchSectionQuery = FacetQuery.extend({ group: ItemGroup });
export type SearchSectionQuery = z.infer<typeof SearchSectionQuery>;

/** What a person saves: a list that fills itself. */
export const NewSavedSearch = z
  .strictObject({ name: z.string().trim().min(1).max(MAX_SAVED_NAME), q: Words })
  .meta({ id: "NewSavedSearch" });
export type NewSavedSearch = z.infer<typeof NewSavedSearch>;
export const SavedSearch = NewSavedSearch.extend({ id: z.uuid(), createdAt: z.iso.datetime() }).meta({
  id: "SavedSearch",
});
export type SavedSearch = z.infer<typeof SavedSearch>;
