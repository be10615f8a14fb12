import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Put, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { readCards } from "@tessera/contracts-items/api-scopes.ts";
import { ItemSections } from "@tessera/contracts-items/items.ts";
import {
  FacetQuery,
  NewSavedSearch,
  SavedSearch,
  SearchFacets,
  SearchPage,
  SearchQuery,
  SearchSectionQuery,
} from "@tessera/contracts-items/search/search.ts";
import {
  type Caller,
  CurrentUser,
  ForApiTokens,
  ForClients,
  RateLimit,
  Refuses,
  Subscribed,
} from "@tessera/service-kit";
import { z } from "zod";
import { READS, SEARCHES } from "../items/allowances.ts";
import { SavedSearches } from "./saved-searches.service.ts";
import { SearchService } from "./search.service.ts";

const Id = z.uuid();
const SYNTAX = { 400: "search_syntax; `start` and `end` are the characters of `q` that it is about" };

@ApiTags("search")
@ApiBearerAuth()
@Controller("api/items")
@Subscribed()
@RateLimit(READS)
export class SearchController {
  constructor(
    @Inject(SearchService) private readonly finder: SearchService,
    private readonly savedSearches: SavedSearches,
  ) {}

  @Get("search")
  @ForApiTokens(readCards)
  @ForClients()
  @RateLimit(SEARCHES)
  @Refuses(SYNTAX)
  @ApiResponse({ status: 200, standardSchema: SearchPage })
  search(@CurrentUser() caller: Caller, @Query({ schema: SearchQuery }) query: z.output<typeof SearchQuery>) {
    return this.finder.search(caller, query);
  }

  @Get("search/sections")
  @ForApiTokens(readCards)
  @RateLimit(SEARCHES)
  @Refuses(SYNTAX)
  @ApiResponse({ status: 200, standardSchema: ItemSections })
  sections(@CurrentUser() caller: Caller, @Query({ schema: SearchSectionQuery }) query: SearchSectionQuery) {
    return this.finder.sections(caller, query);
  }

  @Get("search/facets")
  @ForApiTokens(readCards)
  @RateLimit(SEARCHES)
  @Refuses(SYNTAX)
  @ApiResponse({ status: 200, standardSchema: SearchFacets })
  facets(@CurrentUser() caller: Caller, @Query({ schema: FacetQuery }) query: FacetQuery) {
    return this.finder.facets(caller, query);
  }

  @Get("searches")
  @ApiResponse({ status: 200, standardSchema: z.array(SavedSearch) })
  saved(@CurrentUser() caller: Caller) {
    return this.savedSearches.list(caller);
  }

  @Put("searches/:id")
  @Refuses({ 409: "too_many_saved_searches" })
  @ApiResponse({ status: 200, standardSchema: SavedSearch })
  save(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: NewSavedSearch }) search: NewSavedSearch,
  ) {
    return this.savedSearches.save(caller, id, search);
  }

  @Delete("searches/:id")
  @HttpCode(204)
  removeSaved(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.savedSearches.remove(caller, id);
  }
}
