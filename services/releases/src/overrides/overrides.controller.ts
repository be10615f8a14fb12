import { Body, Controller, Delete, Get, Headers, HttpCode, Inject, Param, Post, Query, Req, Res } from "@nestjs/common";
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { AppName } from "@tessera/federation/manifest.ts";
import { IssuedOverride, NewOverride, OVERRIDE_PATH } from "@tessera/federation/overrides.ts";
import { CLEAR_OVERRIDE_PATH } from "@tessera/federation/page.ts";
import { CONFIG, hostCookie, type KitConfig, Public, RateLimit, Refuses } from "@tessera/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Operators } from "../operators.ts";
import { ownPath } from "../own-path.ts";
import { OVERRIDE_COOKIE, Overrides } from "./overrides.ts";

/** `@Public`: an operator's token is checked in the handler; the link carries its own signature. */
@ApiTags("releases")
@Controller()
export class OverridesController {
  constructor(
    @Inject(CONFIG) private readonly config: KitConfig,
    private readonly operators: Operators,
    private readonly overrides: Overrides,
  ) {}

  @Public()
  @ApiBearerAuth()
  @Post("api/releases/overrides")
  @Refuses({
    401: "bad_deploy_token, or no access token",
    403: "not_an_administrator",
    404: "app_not_found",
    409: "override_exists",
  })
  @ApiOperation({
    summary:
      "A signed link that shows an app from the visitor's own machine; by administrators and the app's deploy token",
  })
  @ApiResponse({ status: 201, standardSchema: IssuedOverride })
  async issue(@Headers("authorization") authorization: string, @Body({ schema: NewOverride }) override: NewOverride) {
    const by = await this.operators.of(override.app, authorization);
    return this.overrides.issue(override, by);
  }

  @Public()
  @ApiBearerAuth()
  @Delete("api/releases/overrides/:app/:id")
  @Refuses({ 401: "bad_deploy_token, or no access token", 403: "not_an_administrator" })
  @HttpCode(204)
  @ApiOperation({ summary: "Ends an override before its time" })
  async end(
    @Headers("authorization") authorization: string,
    @Param("app", { schema: AppName }) app: string,
    @Param("id", { schema: z.uuid() }) id: string,
  ) {
    await this.overrides.end(app, id, await this.operators.of(app, authorization));
  }

  @Public()
  @RateLimit({ limit: 60, windowSeconds: 60, by: "address" })
  @Get(OVERRIDE_PATH)
  @Refuses({ 403: "bad_override" })
  @ApiOperation({
    summary: "Keeps the overrides of a link in the first browser that opens it, in place of those it had",
  })
  @ApiResponse({ status: 204, description: "Fetched ahead of time: nothing was kept" })
  @ApiResponse({ status: 302, description: "They are kept; leads to the page" })
  async open(
    @Query("token") token: string | string[] | undefined,
    @Query("to") to: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    // Neither a look at the address nor a browser that fetches it ahead of time uses it up.
    const ahead = `${request.headers["sec-purpose"] ?? request.headers.purpose ?? ""}`.includes("prefetch");
    if (ahead || request.method !== "GET") return reply.status(204).header("cache-control", "no-store").send();
    const { value, seconds } = await this.overrides.open([token ?? []].flat());
    return reply
      .header("set-cookie", this.cookie(value, seconds))
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .redirect(ownPath(to, this.config), 302);
  }

  @Public()
  @Post(CLEAR_OVERRIDE_PATH)
  @HttpCode(204)
  @ApiOperation({ summary: "Gives this browser the releases again" })
  async clear(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.header("set-cookie", this.cookie("", 0));
  }

  private cookie(value: string, seconds: number): string {
    const secure = this.config.publicUrl.startsWith("https:") ? "; Secure" : "";
    return `${hostCookie(OVERRIDE_COOKIE, this.config)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  }
}
