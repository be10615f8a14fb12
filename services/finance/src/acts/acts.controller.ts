import { Controller, Get, HttpCode, Param, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { ActList, Undone } from "@tessera/contracts-finance/acts.ts";
import { type Caller, CurrentUser, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { READS, WRITES } from "../http/limits.ts";
import { Acts } from "./acts.ts";
import { Undo } from "./undo.ts";

const Id = z.uuid();

@ApiTags("acts")
@ApiBearerAuth()
@Controller("api/finance/acts")
@Subscribed()
@RateLimit(READS)
export class ActsController {
  constructor(
    private readonly acts: Acts,
    private readonly undoing: Undo,
  ) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: ActList })
  list(@CurrentUser() caller: Caller) {
    return this.acts.list(caller);
  }

  @Post(":id/undo")
  @RateLimit(WRITES)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: Undone })
  @Refuses({ 404: "act_not_found", 409: "act_undone or undo_conflict" })
  undo(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.undoing.undo(caller, id);
  }
}
