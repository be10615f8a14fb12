import { Controller, Get } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { RecogniserList } from "@tessera/contracts-agents/recognisers.ts";
import { type Caller, CurrentUser, RateLimit } from "@tessera/service-kit";
import { READS } from "../http/limits.ts";
import { Recognisers } from "./recognisers.ts";

@ApiTags("providers")
@ApiBearerAuth()
@Controller("api/agents/recognisers")
@RateLimit(READS)
export class RecognisersController {
  constructor(private readonly recognisers: Recognisers) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: RecogniserList })
  list(@CurrentUser() caller: Caller) {
    return this.recognisers.list(caller);
  }
}
