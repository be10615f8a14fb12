import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Put } from "@nestjs/common";
import { ApiBearerAuth, ApiHeader, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  BudgetCells,
  BudgetChanged,
  BudgetFill,
  BudgetHold,
  BudgetList,
  BudgetMonth,
  BudgetMove,
  BudgetPatch,
  BudgetWritten,
  NewBudget,
} from "@tessera/contracts-finance/budgets.ts";
import { Month } from "@tessera/contracts-finance/summary.ts";
import { Act } from "@tessera/contracts-finance/values.ts";
import { type Caller, CurrentUser, Idempotent, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { versionOf } from "../http/if-match.ts";
import { READS, WRITES } from "../http/limits.ts";
import { BudgetWrites } from "./budget-writes.ts";
import { BudgetsService } from "./budgets.service.ts";

const Id = z.uuid();

@ApiTags("budgets")
@ApiBearerAuth()
@Controller("api/finance/budgets")
@Subscribed()
@RateLimit(READS)
export class BudgetsController {
  constructor(
    private readonly budgets: BudgetsService,
    private readonly writes: BudgetWrites,
  ) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: BudgetList })
  list(@CurrentUser() caller: Caller) {
    return this.budgets.list(caller);
  }

  @Post()
  @RateLimit(WRITES)
  @Idempotent()
  @ApiResponse({ status: 201, standardSchema: BudgetChanged })
  @Refuses({ 404: "category_not_found", 409: "budget_exists" })
  create(@CurrentUser() caller: Caller, @Body({ schema: NewBudget }) budget: z.output<typeof NewBudget>) {
    return this.budgets.create(caller, budget);
  }

  @Patch(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: BudgetChanged })
  @Refuses({ 404: "budget_not_found", 412: "version_conflict" })
  change(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
    @Body({ schema: BudgetPatch }) patch: BudgetPatch,
  ) {
    return this.budgets.change(caller, id, versionOf(ifMatch), patch);
  }

  @Delete(":id")
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: Act })
  @Refuses({ 404: "budget_not_found", 412: "version_conflict" })
  remove(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
  ) {
    return this.budgets.remove(caller, id, versionOf(ifMatch));
  }

  @Get(":id/months/:month")
  @ApiResponse({ status: 200, standardSchema: BudgetMonth })
  @Refuses({ 400: "outside_budget", 404: "budget_not_found" })
  month(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("month", { schema: Month }) month: string,
  ) {
    return this.budgets.month(caller, id, month);
  }

  @Put(":id/cells")
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: BudgetWritten })
  @Refuses({ 400: "outside_budget", 404: "budget_not_found or category_not_found", 409: "no_envelope" })
  set(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: BudgetCells }) cells: BudgetCells,
  ) {
    return this.writes.set(caller, id, cells);
  }

  @Post(":id/fills")
  @RateLimit(WRITES)
  @HttpCode(200)
  @Idempotent()
  @ApiResponse({ status: 200, standardSchema: BudgetWritten })
  @Refuses({ 400: "outside_budget", 404: "budget_not_found or category_not_found", 409: "no_envelope" })
  fill(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: BudgetFill }) fill: BudgetFill,
  ) {
    return this.writes.fill(caller, id, fill);
  }

  @Post(":id/moves")
  @RateLimit(WRITES)
  @HttpCode(200)
  @Idempotent()
  @ApiResponse({ status: 200, standardSchema: BudgetWritten })
  @Refuses({ 400: "outside_budget", 404: "budget_not_found or category_not_found", 409: "no_envelope" })
  move(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: BudgetMove }) move: BudgetMove,
  ) {
    return this.writes.move(caller, id, move);
  }

  @Put(":id/holds")
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: BudgetWritten })
  @Refuses({ 400: "outside_budget", 404: "budget_not_found" })
  hold(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: BudgetHold }) hold: BudgetHold,
  ) {
    return this.writes.hold(caller, id, hold);
  }
}
