import { Controller, Get, Inject, Param } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { ValueSetters } from "@tessera/contracts-items/setters.ts";
import { type Caller, CurrentUser, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { READS } from "../items/allowances.ts";
import { Setters } from "./setters.service.ts";

const Id = z.uuid();

@ApiTags("setters")
@ApiBearerAuth()
@Controller("api/items/:id/setters")
@Subscribed()
@RateLimit(READS)
export class SettersController {
  constructor(@Inject(Setters) private readonly setters: Setters) {}

  @Get()
  @Refuses({ 404: "item_not_found" })
  @ApiResponse({ status: 200, standardSchema: ValueSetters })
  ofCard(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.setters.ofCard(caller, id);
  }
}
