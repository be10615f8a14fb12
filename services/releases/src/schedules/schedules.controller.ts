import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from "@nestjs/common";
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Rollout } from "@tessera/contracts-releases/releases.ts";
import { Proceed, RolloutSchedule, ScheduleList } from "@tessera/contracts-releases/schedule.ts";
import { ALL_APPS } from "@tessera/contracts-releases/schedule-words.ts";
import { AppName } from "@tessera/federation/manifest.ts";
import { type Caller, CurrentUser, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { Operators } from "../operators.ts";
import { RolloutViews } from "../rollouts/rollout-views.ts";
import { Rollouts } from "../rollouts/rollouts.ts";
import { Schedules } from "./schedules.ts";

const Whose = z.union([z.literal(ALL_APPS), AppName]);

@ApiTags("releases")
@ApiBearerAuth()
@Controller("api/releases")
export class SchedulesController {
  constructor(
    private readonly operators: Operators,
    private readonly schedules: Schedules,
    private readonly rollouts: Rollouts,
    private readonly views: RolloutViews,
  ) {}

  @Get("schedules")
  @ApiOperation({ summary: "When rollouts may begin and continue automatically; for administrators" })
  @ApiResponse({ status: 200, standardSchema: ScheduleList })
  list(@CurrentUser() caller: Caller) {
    this.operators.administrator(caller);
    return this.schedules.list();
  }

  @Put("schedules/:app")
  @HttpCode(204)
  @ApiOperation({ summary: "Sets the schedule of an app, or of all apps (`*`); for administrators" })
  async set(
    @CurrentUser() caller: Caller,
    @Param("app", { schema: Whose }) app: string,
    @Body({ schema: RolloutSchedule }) schedule: RolloutSchedule,
  ) {
    await this.schedules.set(app, schedule, this.operators.administrator(caller));
  }

  @Delete("schedules/:app")
  @HttpCode(204)
  @ApiOperation({ summary: "Removes the schedule of an app, or of all apps (`*`); for administrators" })
  async clear(@CurrentUser() caller: Caller, @Param("app", { schema: Whose }) app: string) {
    await this.schedules.clear(app, this.operators.administrator(caller));
  }

  @Post("apps/:app/rollout/proceed")
  @HttpCode(200)
  @Refuses({ 404: "rollout_not_found", 409: "wrong_state" })
  @ApiOperation({
    summary: "Lets the open rollout continue although its schedule holds it, until that opens; for administrators",
  })
  @ApiResponse({ status: 200, standardSchema: Rollout })
  async proceed(
    @CurrentUser() caller: Caller,
    @Param("app", { schema: AppName }) app: string,
    @Body({ schema: Proceed }) { reason }: Proceed,
  ) {
    return this.views.rollout(await this.rollouts.proceed(app, this.operators.administrator(caller), reason));
  }
}
