import { Body, Controller, Delete, Get, HttpCode, Param, Put } from "@nestjs/common";
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { ALL_APPS } from "@tessera/contracts-releases/schedule-words.ts";
import { BudgetList, WeightBudget } from "@tessera/contracts-releases/weight.ts";
import { AppName } from "@tessera/federation/manifest.ts";
import { type Caller, CurrentUser } from "@tessera/service-kit";
import { z } from "zod";
import { Operators } from "../operators.ts";
import { Weights } from "./weights.ts";

const Whose = z.union([z.literal(ALL_APPS), AppName]);

@ApiTags("releases")
@ApiBearerAuth()
@Controller("api/releases/budgets")
export class WeightsController {
  constructor(
    private readonly operators: Operators,
    private readonly weights: Weights,
  ) {}

  @Get()
  @ApiOperation({ summary: "What releases may weigh at most to be published; for administrators" })
  @ApiResponse({ status: 200, standardSchema: BudgetList })
  list(@CurrentUser() caller: Caller) {
    this.operators.administrator(caller);
    return this.weights.budgets();
  }

  @Put(":app")
  @HttpCode(204)
  @ApiOperation({ summary: "Sets the weight budget of an app, or of all remotes (`*`); for administrators" })
  async set(
    @CurrentUser() caller: Caller,
    @Param("app", { schema: Whose }) app: string,
    @Body({ schema: WeightBudget }) budget: WeightBudget,
  ) {
    await this.weights.setBudget(app, budget, this.operators.administrator(caller));
  }

  @Delete(":app")
  @HttpCode(204)
  @ApiOperation({ summary: "Removes the weight budget of an app, or of all remotes (`*`); for administrators" })
  async clear(@CurrentUser() caller: Caller, @Param("app", { schema: Whose }) app: string) {
    await this.weights.clearBudget(app, this.operators.administrator(caller));
  }
}
