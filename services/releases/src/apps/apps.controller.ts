import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import {
  AppOwnership,
  AppOwnershipList,
  ChangeApp,
  IssuedToken,
  NewApp,
  Served,
  SwitchOff,
} from "@tessera/contracts-releases/releases.ts";
import { AppName } from "@tessera/federation/manifest.ts";
import { type Caller, CurrentUser, Public, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { Operators } from "../operators.ts";
import { Apps } from "./apps.ts";
import { ServedPath } from "./served-path.ts";

const PagePath = z.string().max(2000).regex(/^\//, "must begin with a slash");

@ApiTags("releases")
@ApiBearerAuth()
@Controller("api/releases")
export class AppsController {
  constructor(
    private readonly operators: Operators,
    private readonly apps: Apps,
    private readonly served: ServedPath,
  ) {}

  @Get("ownership")
  @ApiOperation({ summary: "Every app with its owner and paths; for administrators" })
  @ApiResponse({ status: 200, standardSchema: AppOwnershipList })
  async list(@CurrentUser() caller: Caller) {
    this.operators.administrator(caller);
    return { items: await this.apps.list() };
  }

  @Get("serves")
  @ApiOperation({ summary: "Who serves an address of the product, and why; for administrators" })
  @ApiResponse({ status: 200, standardSchema: Served })
  serves(@CurrentUser() caller: Caller, @Query("path", { schema: PagePath }) path: string) {
    this.operators.administrator(caller);
    return this.served.of(path);
  }

  @Post("apps")
  @Refuses({ 409: "app_exists", 422: "not_a_service_path" })
  @ApiOperation({
    summary: "Makes an app, with its owner and paths, and answers its deploy token once; for administrators",
  })
  @ApiResponse({ status: 201, standardSchema: IssuedToken })
  create(@CurrentUser() caller: Caller, @Body({ schema: NewApp }) app: NewApp) {
    return this.apps.create(app, this.operators.administrator(caller));
  }

  @Patch("apps/:app")
  @Refuses({ 422: "not_a_service_path" })
  @ApiOperation({ summary: "Changes an app's owner, paths or redirect origins; for administrators" })
  @ApiResponse({ status: 200, standardSchema: AppOwnership })
  change(
    @CurrentUser() caller: Caller,
    @Param("app", { schema: AppName }) app: string,
    @Body({ schema: ChangeApp }) change: ChangeApp,
  ) {
    return this.apps.change(app, change, this.operators.administrator(caller));
  }

  @Public()
  @Post("apps/:app/off")
  @Refuses({ 401: "bad_deploy_token, or no access token", 403: "not_an_administrator", 409: "shell_stays" })
  @HttpCode(204)
  @ApiOperation({ summary: "Switches an app off for everybody; its pages say so, with the reason" })
  async switchOff(
    @Param("app", { schema: AppName }) app: string,
    @Headers("authorization") authorization: string,
    @Body({ schema: SwitchOff }) { reason }: SwitchOff,
  ) {
    await this.apps.switchOff(app, reason, await this.operators.of(app, authorization));
  }

  @Public()
  @Delete("apps/:app/off")
  @Refuses({ 401: "bad_deploy_token, or no access token", 403: "not_an_administrator" })
  @HttpCode(204)
  @ApiOperation({ summary: "Switches an app on again" })
  async switchOn(@Param("app", { schema: AppName }) app: string, @Headers("authorization") authorization: string) {
    await this.apps.switchOn(app, await this.operators.of(app, authorization));
  }

  @Post("apps/:app/token")
  @ApiOperation({ summary: "Answers a new deploy token, once, and ends the old one; for administrators" })
  @ApiResponse({ status: 201, standardSchema: IssuedToken })
  rotate(@CurrentUser() caller: Caller, @Param("app", { schema: AppName }) app: string) {
    return this.apps.rotateToken(app, this.operators.administrator(caller));
  }

  @Delete("apps/:app/token")
  @HttpCode(204)
  @ApiOperation({ summary: "Ends the app's deploy token; for administrators" })
  async revoke(@CurrentUser() caller: Caller, @Param("app", { schema: AppName }) app: string) {
    await this.apps.revokeToken(app, this.operators.administrator(caller));
  }
}
