import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Put } from "@nestjs/common";
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { ChangeFlag, Flag, FlagAct, FlagList } from "@tessera/contracts-releases/flag.ts";
import { FlagKey } from "@tessera/federation/flags.ts";
import { AppName } from "@tessera/federation/manifest.ts";
import { type Caller, CurrentUser, Public, Refuses } from "@tessera/service-kit";
import { Operators } from "../operators.ts";
import { Flags } from "./flags.ts";

/** `@Public`: an operator's token is checked in the handler, as it may be an app's deploy token. */
@ApiTags("releases")
@ApiBearerAuth()
@Controller("api/releases")
export class FlagsController {
  constructor(
    private readonly operators: Operators,
    private readonly flags: Flags,
  ) {}

  @Get("flags")
  @ApiOperation({ summary: "The feature flags of all apps, and who gets them; for administrators" })
  @ApiResponse({ status: 200, standardSchema: FlagList })
  async all(@CurrentUser() caller: Caller) {
    this.operators.administrator(caller);
    return { items: await this.flags.list(null) };
  }

  @Public()
  @Get("apps/:app/flags")
  @Refuses({ 401: "bad_deploy_token, or no access token", 403: "not_an_administrator" })
  @ApiOperation({ summary: "The feature flags of an app, and who gets them" })
  @ApiResponse({ status: 200, standardSchema: FlagList })
  async list(@Param("app", { schema: AppName }) app: string, @Headers("authorization") authorization: string) {
    await this.operators.of(app, authorization);
    return { items: await this.flags.list(app) };
  }

  @Public()
  @Put("apps/:app/flags/:key")
  @Refuses({
    401: "bad_deploy_token, or no access token",
    403: "not_an_administrator",
    404: "flag_not_found",
    422: "bad_flag_value",
  })
  @ApiOperation({ summary: "Sets who gets which value of a flag; pages that are opened from then on have it" })
  @ApiResponse({ status: 200, standardSchema: Flag })
  async set(
    @Param("app", { schema: AppName }) app: string,
    @Param("key", { schema: FlagKey }) key: string,
    @Headers("authorization") authorization: string,
    @Body({ schema: ChangeFlag }) change: ChangeFlag,
  ) {
    return this.flags.set(app, key, change, await this.operators.of(app, authorization));
  }

  @Public()
  @Post("apps/:app/flags/:key/back")
  @Refuses({
    401: "bad_deploy_token, or no access token",
    403: "not_an_administrator",
    404: "flag_not_found",
  })
  @HttpCode(200)
  @ApiOperation({ summary: "Sets a flag to what it was before its last change" })
  @ApiResponse({ status: 200, standardSchema: Flag })
  async goBack(
    @Param("app", { schema: AppName }) app: string,
    @Param("key", { schema: FlagKey }) key: string,
    @Headers("authorization") authorization: string,
    @Body({ schema: FlagAct }) { reason }: FlagAct,
  ) {
    return this.flags.goBack(app, key, reason, await this.operators.of(app, authorization));
  }

  @Public()
  @Delete("apps/:app/flags/:key")
  @Refuses({
    401: "bad_deploy_token, or no access token",
    403: "not_an_administrator",
    404: "flag_not_found",
  })
  @HttpCode(204)
  @ApiOperation({ summary: "Forgets what was set: everybody gets what the app declares" })
  async remove(
    @Param("app", { schema: AppName }) app: string,
    @Param("key", { schema: FlagKey }) key: string,
    @Headers("authorization") authorization: string,
    @Body({ schema: FlagAct }) { reason }: FlagAct,
  ) {
    await this.flags.remove(app, key, reason, await this.operators.of(app, authorization));
  }
}
