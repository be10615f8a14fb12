import { Body, Controller, Delete, Get, Headers, Param, Patch, Post, Put, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiHeader, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  Receipt,
  ReceiptCandidates,
  ReceiptChanged,
  ReceiptDismissed,
  ReceiptLink,
  ReceiptPage,
  ReceiptPatch,
  ReceiptQuery,
  ReceiptsMatched,
} from "@tessera/contracts-finance/receipts.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { versionOf } from "../http/if-match.ts";
import { READS, RUNS, WRITES } from "../http/limits.ts";
import { ReceiptsService } from "./receipts.service.ts";

const Id = z.uuid();

@ApiTags("receipts")
@ApiBearerAuth()
@Controller("api/finance/receipts")
@Subscribed()
@RateLimit(READS)
export class ReceiptsController {
  constructor(private readonly receipts: ReceiptsService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: ReceiptPage })
  list(@CurrentUser() caller: Caller, @Query({ schema: ReceiptQuery }) query: z.output<typeof ReceiptQuery>) {
    return this.receipts.list(caller, query);
  }

  @Post("matches")
  @RateLimit(RUNS)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: ReceiptsMatched })
  match(@CurrentUser() caller: Caller) {
    return this.receipts.match(caller);
  }

  @Get(":id")
  @ApiResponse({ status: 200, standardSchema: Receipt })
  @Refuses({ 404: "receipt_not_found" })
  get(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.receipts.get(caller, id);
  }

  @Get(":id/candidates")
  @ApiResponse({ status: 200, standardSchema: ReceiptCandidates })
  @Refuses({ 404: "receipt_not_found" })
  candidates(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.receipts.candidates(caller, id);
  }

  @Patch(":id")
  @RateLimit(WRITES)
  @ApiHeader({ name: "If-Match", required: true })
  @ApiResponse({ status: 200, standardSchema: ReceiptChanged })
  @Refuses({ 404: "receipt_not_found", 412: "version_conflict", 428: "precondition_required" })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
    @Body({ schema: ReceiptPatch }) patch: ReceiptPatch,
  ) {
    return this.receipts.change(caller, id, versionOf(ifMatch), patch);
  }

  @Delete(":id")
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: ReceiptDismissed })
  @Refuses({ 404: "receipt_not_found" })
  dismiss(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.receipts.dismiss(caller, id);
  }

  @Put(":id/link")
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: ReceiptChanged })
  @Refuses({ 404: "receipt_not_found or transaction_not_found" })
  link(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: ReceiptLink }) { transactionId }: ReceiptLink,
  ) {
    return this.receipts.link(caller, id, transactionId);
  }

  @Delete(":id/link")
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: ReceiptChanged })
  @Refuses({ 404: "receipt_not_found" })
  unlink(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.receipts.unlink(caller, id);
  }

  @Post(":id/refusals")
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: ReceiptChanged })
  @Refuses({ 404: "receipt_not_found or transaction_not_found" })
  refuse(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: ReceiptLink }) { transactionId }: ReceiptLink,
  ) {
    return this.receipts.refuse(caller, id, transactionId);
  }
}
