import { Body, Controller, Delete, Get, Param, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  TransferCandidates,
  TransferLinked,
  TransferList,
  TransferPair,
  TransferRefusals,
  TransfersMatched,
} from "@tessera/contracts-finance/transfers.ts";
import { Act } from "@tessera/contracts-finance/values.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { READS, RUNS, WRITES } from "../http/limits.ts";
import { TransfersService } from "./transfers.service.ts";

const Id = z.uuid();

@ApiTags("transfers")
@ApiBearerAuth()
@Controller("api/finance/transfers")
@Subscribed()
@RateLimit(READS)
export class TransfersController {
  constructor(private readonly transfers: TransfersService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: TransferList })
  list(@CurrentUser() caller: Caller) {
    return this.transfers.list(caller);
  }

  @Get("candidates")
  @ApiResponse({ status: 200, standardSchema: TransferCandidates })
  candidates(@CurrentUser() caller: Caller) {
    return this.transfers.candidates(caller);
  }

  @Get("refusals")
  @ApiResponse({ status: 200, standardSchema: TransferRefusals })
  refusals(@CurrentUser() caller: Caller) {
    return this.transfers.refusals(caller);
  }

  @Post()
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: TransferLinked })
  @Refuses({ 404: "transaction_not_found", 409: "no_transfer" })
  link(@CurrentUser() caller: Caller, @Body({ schema: TransferPair }) pair: TransferPair) {
    return this.transfers.link(caller, pair);
  }

  @Post("refusals")
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: Act })
  @Refuses({ 404: "transaction_not_found" })
  refuse(@CurrentUser() caller: Caller, @Body({ schema: TransferPair }) pair: TransferPair) {
    return this.transfers.refuse(caller, pair);
  }

  @Post("matches")
  @RateLimit(RUNS)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: TransfersMatched })
  match(@CurrentUser() caller: Caller) {
    return this.transfers.match(caller);
  }

  @Delete("refusals/:id")
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: Act })
  @Refuses({ 404: "transfer_not_found" })
  removeRefusal(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.transfers.removeRefusal(caller, id);
  }

  @Delete(":id")
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: Act })
  @Refuses({ 404: "transfer_not_found" })
  unlink(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.transfers.unlink(caller, id);
  }
}
