import { Body, Controller, Get, Put } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { FinancePreferences, FinancePreferencesChanged } from "@tessera/contracts-finance/preferences.ts";
import { type Caller, CurrentUser, RateLimit, Subscribed } from "@tessera/service-kit";
import { READS, RUNS } from "../http/limits.ts";
import { PreferencesService } from "./preferences.service.ts";

@ApiTags("preferences")
@ApiBearerAuth()
@Controller("api/finance/preferences")
@Subscribed()
@RateLimit(READS)
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: FinancePreferences })
  get(@CurrentUser() caller: Caller) {
    return this.preferences.get(caller);
  }

  @Put()
  @RateLimit(RUNS)
  @ApiResponse({ status: 200, standardSchema: FinancePreferencesChanged })
  set(@CurrentUser() caller: Caller, @Body({ schema: FinancePreferences }) preferences: FinancePreferences) {
    return this.preferences.set(caller, preferences);
  }
}
