import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  AppStatus,
  CleanedUp,
  NewPin,
  NewRollout,
  Overview,
  Pin,
  Reason,
  Rights,
  Rollback,
  RollbackPlan,
  Rollout,
} from "@tessera/contracts-releases/releases.ts";
import { AppName } from "@tessera/federation/manifest.ts";
import { type Caller, CurrentUser, Public, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { CleanUp } from "../clean-up/clean-up.ts";
import { ListReleases } from "../list-releases.ts";
import { Operators } from "../operators.ts";
import { Pins } from "../pins/pins.ts";
import { RolloutViews } from "./rollout-views.ts";
import { Rollouts } from "./rollouts.ts";

const Action = z.enum(["pause", "resume", "promote", "abort"]);

/** `@Public` here means: the operator's token is checked in the handler, as it may be an app's deploy token. */
@ApiTags("releases")
@ApiBearerAuth()
@Controller("api/releases")
export class RolloutsController {
  constructor(
    private readonly operators: Operators,
    private readonly rollouts: Rollouts,
    private readonly views: RolloutViews,
    private readonly pins: Pins,
    private readonly lists: ListReleases,
    private readonly cleaning: CleanUp,
  ) {}

  @Get("rights")
  @ApiOperation({ summary: "What the caller may do with releases" })
  @ApiResponse({ status: 200, standardSchema: Rights })
  rights(@CurrentUser() caller: Caller): Rights {
    return { administrator: this.operators.isAdministrator(caller) };
  }

  @Get("overview")
  @ApiOperation({ summary: "Every app with its releases, rollout, health and pins, and the log; for administrators" })
  @ApiResponse({ status: 200, standardSchema: Overview })
  overview(@CurrentUser() caller: Caller) {
    this.operators.administrator(caller);
    return this.views.overview();
  }

  @Public()
  @Get("apps/:app/rollout")
  @Refuses({ 401: "bad_deploy_token, or no access token", 403: "not_an_administrator" })
  @ApiOperation({ summary: "The open rollout of an app, else its last" })
  @ApiResponse({ status: 200, standardSchema: Rollout })
  async rollout(@Param("app", { schema: AppName }) app: string, @Headers("authorization") authorization: string) {
    await this.operators.of(app, authorization);
    return this.views.rollout(await this.rollouts.last(app));
  }

  @Public()
  @Post("apps/:app/rollouts")
  @Refuses({
    401: "bad_deploy_token, or no access token",
    403: "not_an_administrator",
    409: "rollout_open, or the release cannot be rolled out",
  })
  @ApiOperation({ summary: "Starts a rollout of a published release" })
  @ApiResponse({ status: 201, standardSchema: Rollout })
  async start(
    @Param("app", { schema: AppName }) app: string,
    @Headers("authorization") authorization: string,
    @Body({ schema: NewRollout }) rollout: NewRollout,
  ) {
    const by = await this.operators.of(app, authorization);
    return this.views.rollout(await this.rollouts.start(app, rollout, by));
  }

  @Public()
  @Post("apps/:app/rollout/:action")
  @Refuses({
    401: "bad_deploy_token, or no access token",
    403: "not_an_administrator",
    409: "no_open_rollout, or its state does not allow it",
  })
  @HttpCode(200)
  @ApiOperation({ summary: "Pauses, resumes, promotes or aborts the open rollout" })
  @ApiResponse({ status: 200, standardSchema: Rollout })
  async act(
    @Param("app", { schema: AppName }) app: string,
    @Param("action", { schema: Action }) action: z.infer<typeof Action>,
    @Headers("authorization") authorization: string,
    @Body({ schema: Reason }) { reason }: Reason,
  ) {
    const by = await this.operators.of(app, authorization);
    return this.views.rollout(await this.rollouts[action](app, by, reason));
  }

  @Public()
  @Get("apps/:app/rollback")
  @Refuses({
    401: "bad_deploy_token, or no access token",
    403: "not_an_administrator",
    409: "nothing_to_roll_back, or ambiguous_version",
  })
  @ApiOperation({ summary: "What a rollback would do: from which release to which, and what would break" })
  @ApiResponse({ status: 200, standardSchema: RollbackPlan })
  async plan(
    @Param("app", { schema: AppName }) app: string,
    @Headers("authorization") authorization: string,
    @Query("to", { schema: Rollback.shape.to }) to: string | undefined,
  ) {
    await this.operators.of(app, authorization);
    return this.rollouts.plan(app, to);
  }

  @Public()
  @Post("apps/:app/rollback")
  @Refuses({
    401: "bad_deploy_token, or no access token",
    403: "not_an_administrator",
    409: "nothing_to_roll_back, ambiguous_version, or release_withdrawn",
  })
  @HttpCode(200)
  @ApiOperation({ summary: "Makes an earlier release stable again, for everybody, in one step" })
  @ApiResponse({ status: 200, standardSchema: AppStatus })
  async rollback(
    @Param("app", { schema: AppName }) app: string,
    @Headers("authorization") authorization: string,
    @Body({ schema: Rollback }) rollback: Rollback,
  ) {
    const by = await this.operators.of(app, authorization);
    await this.rollouts.rollback(app, by, rollback);
    return (await this.lists.apps()).items.find(({ name }) => name === app);
  }

  @Public()
  @Post("apps/:app/clean-up")
  @Refuses({ 401: "bad_deploy_token, or no access token", 403: "not_an_administrator" })
  @HttpCode(200)
  @ApiOperation({
    summary: "Removes the files of the app's releases that nobody can get any more, as is done every night",
  })
  @ApiResponse({ status: 200, standardSchema: CleanedUp })
  async cleanUp(
    @Param("app", { schema: AppName }) app: string,
    @Headers("authorization") authorization: string,
  ): Promise<CleanedUp> {
    const by = await this.operators.of(app, authorization);
    return { items: (await this.cleaning.run(by, app)).map(({ id }) => id) };
  }

  @Post("apps/:app/pins")
  @Refuses({ 409: "pin_exists" })
  @ApiOperation({ summary: "Gives a person or a group a release, whatever the rollouts say; for administrators" })
  @ApiResponse({ status: 201, standardSchema: Pin })
  async pin(
    @CurrentUser() caller: Caller,
    @Param("app", { schema: AppName }) app: string,
    @Body({ schema: NewPin }) pin: NewPin,
  ) {
    return this.views.pin(await this.pins.add(app, pin, this.operators.administrator(caller)));
  }

  @Delete("apps/:app/pins/:id")
  @HttpCode(204)
  @ApiOperation({ summary: "Ends a pin; for administrators" })
  unpin(
    @CurrentUser() caller: Caller,
    @Param("app", { schema: AppName }) app: string,
    @Param("id", { schema: z.uuid() }) id: string,
  ) {
    return this.pins.remove(app, id, this.operators.administrator(caller));
  }
}
