import { Body, Controller, Delete, Get, Headers, Param, Patch } from "@nestjs/common";
import { ApiBearerAuth, ApiHeader, ApiResponse, ApiTags } from "@nestjs/swagger";
import { CsvProfileChanged, CsvProfileList, CsvProfilePatch } from "@tessera/contracts-finance/csv-profiles.ts";
import { Act } from "@tessera/contracts-finance/values.ts";
import { type Caller, CurrentUser, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { versionOf } from "../http/if-match.ts";
import { READS, WRITES } from "../http/limits.ts";
import { CsvProfilesService } from "./csv-profiles.service.ts";

const Id = z.uuid();

@ApiTags("csv profiles")
@ApiBearerAuth()
@Controller("api/finance/csv-profiles")
@Subscribed()
@RateLimit(READS)
export class CsvProfilesController {
  constructor(private readonly profiles: CsvProfilesService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: CsvProfileList })
  list(@CurrentUser() caller: Caller) {
    return this.profiles.list(caller);
  }

  @Patch(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: CsvProfileChanged })
  @Refuses({ 404: "csv_profile_not_found or account_not_found", 409: "name_taken", 412: "version_conflict" })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
    @Body({ schema: CsvProfilePatch }) patch: CsvProfilePatch,
  ) {
    return this.profiles.change(caller, id, versionOf(ifMatch), patch);
  }

  @Delete(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: Act })
  @Refuses({ 404: "csv_profile_not_found", 412: "version_conflict" })
  remove(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
  ) {
    return this.profiles.remove(caller, id, versionOf(ifMatch));
  }
}
