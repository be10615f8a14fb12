import { Body, Controller, Get, HttpCode, Inject, Param, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import { CardNeighbours, NeighboursOfText } from "@tessera/contracts-items/neighbours.ts";
import {
  BodyLimit,
  type Caller,
  CurrentUser,
  jsonBytes,
  RateLimit,
  Refuses,
  Subscribed,
  TakesAnyText,
} from "@tessera/service-kit";
import { z } from "zod";
import { COMPARES } from "../items/allowances.ts";
import { Neighbours } from "./neighbours.service.ts";

const Id = z.uuid();

@ApiTags("neighbours")
@ApiBearerAuth()
@Controller("api/items")
@Subscribed()
@TakesAnyText()
@RateLimit(COMPARES)
export class NeighboursController {
  constructor(@Inject(Neighbours) private readonly neighbours: Neighbours) {}

  @Post("neighbours")
  @HttpCode(200)
  @BodyLimit(jsonBytes(MAX_BODY_LENGTH) + 1024)
  @ApiResponse({ status: 200, standardSchema: CardNeighbours })
  ofText(@CurrentUser() caller: Caller, @Body({ schema: NeighboursOfText }) text: NeighboursOfText) {
    return this.neighbours.ofText(caller, text);
  }

  @Get(":id/neighbours")
  @Refuses({ 404: "item_not_found" })
  @ApiResponse({ status: 200, standardSchema: CardNeighbours })
  ofCard(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.neighbours.ofCard(caller, id);
  }
}
