import { Body, Controller, Get, Put } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { ModelDefaults } from "@tessera/contracts-agents/models.ts";
import { type Caller, CurrentUser, RateLimit, Refuses } from "@tessera/service-kit";
import { READS, WRITES } from "../http/limits.ts";
import { DefaultsService } from "./defaults.service.ts";

@ApiTags("models")
@ApiBearerAuth()
@Controller("api/agents/defaults")
@RateLimit(READS)
export class DefaultsController {
  constructor(private readonly defaults: DefaultsService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: ModelDefaults })
  get(@CurrentUser() caller: Caller) {
    return this.defaults.get(caller);
  }

  @Put()
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: ModelDefaults })
  @Refuses({ 404: "model_not_found" })
  set(@CurrentUser() caller: Caller, @Body({ schema: ModelDefaults }) defaults: ModelDefaults) {
    return this.defaults.set(caller, defaults);
  }
}
