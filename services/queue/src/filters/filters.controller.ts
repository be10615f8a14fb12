import { Body, Controller, Delete, Get, HttpCode, Param, Post } from "@nestjs/common";
import { ApiResponse } from "@nestjs/swagger";
import { NewSavedFilter, SavedFilter, SavedFilters } from "@tessera/contracts-queue/queue.ts";
import { type Caller, CurrentUser, RateLimit, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { FiltersService } from "./filters.service.ts";

const id = { schema: z.uuid() };

@Controller("api/queue/filters")
@RateLimit({ name: "queue", limit: 1200, windowSeconds: 60, by: "caller" })
export class FiltersController {
  constructor(private readonly filters: FiltersService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: SavedFilters })
  list(@CurrentUser() caller: Caller) {
    return this.filters.list(caller);
  }

  @Post()
  @Refuses({ 409: "filter_exists or too_many_filters" })
  @ApiResponse({ status: 201, standardSchema: SavedFilter })
  save(@CurrentUser() caller: Caller, @Body({ schema: NewSavedFilter }) filter: NewSavedFilter) {
    return this.filters.save(caller, filter);
  }

  @Delete(":id")
  @HttpCode(204)
  remove(@CurrentUser() caller: Caller, @Param("id", id) filter: string) {
    return this.filters.remove(caller, filter);
  }
}
