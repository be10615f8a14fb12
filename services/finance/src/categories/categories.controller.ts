import { Body, Controller, Delete, Get, Headers, Param, Patch, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiHeader, ApiResponse, ApiTags } from "@nestjs/swagger";
import { CategoryChanged, CategoryList, CategoryPatch, NewCategory } from "@tessera/contracts-finance/categories.ts";
import { Act } from "@tessera/contracts-finance/values.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { versionOf } from "../http/if-match.ts";
import { READS, WRITES } from "../http/limits.ts";
import { CategoriesService } from "./categories.service.ts";

const Id = z.uuid();

@ApiTags("categories")
@ApiBearerAuth()
@Controller("api/finance/categories")
@Subscribed()
@RateLimit(READS)
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: CategoryList })
  list(@CurrentUser() caller: Caller) {
    return this.categories.list(caller);
  }

  @Post()
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: CategoryChanged })
  @Refuses({ 400: "category_too_deep", 404: "category_not_found", 409: "name_taken or too_many_categories" })
  create(@CurrentUser() caller: Caller, @Body({ schema: NewCategory }) category: z.output<typeof NewCategory>) {
    return this.categories.create(caller, category);
  }

  @Patch(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: CategoryChanged })
  @Refuses({ 400: "category_too_deep", 404: "category_not_found", 409: "name_taken", 412: "version_conflict" })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
    @Body({ schema: CategoryPatch }) patch: CategoryPatch,
  ) {
    return this.categories.change(caller, id, versionOf(ifMatch), patch);
  }

  @Delete(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: Act })
  @Refuses({ 404: "category_not_found", 409: "name_taken", 412: "version_conflict" })
  remove(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
  ) {
    return this.categories.remove(caller, id, versionOf(ifMatch));
  }
}
