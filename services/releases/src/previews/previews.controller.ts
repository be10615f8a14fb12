import { Body, Controller, Delete, Get, Headers, HttpCode, Inject, Param, Post, Query, Req, Res } from "@nestjs/common";
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { NewPreview, Preview, PreviewList } from "@tessera/contracts-releases/preview.ts";
import { badPreview } from "@tessera/contracts-releases/problems.ts";
import { AppName } from "@tessera/federation/manifest.ts";
import { CLEAR_PREVIEW_PATH, PREVIEW_PATH } from "@tessera/federation/previews.ts";
import { CONFIG, hostCookie, type KitConfig, Public, problem, RateLimit, Refuses } from "@tessera/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Operators } from "../operators.ts";
import { ownPath } from "../own-path.ts";
import { PREVIEW_PAGE_POLICY, previewPage } from "./preview-page.ts";
import { PREVIEW_COOKIE, Previews } from "./previews.ts";

const Token = z.string().max(300).default("");

/** `@Public`: an operator's token is checked in the handler; the link carries its own signature. */
@ApiTags("releases")
@Controller()
export class PreviewsController {
  constructor(
    @Inject(CONFIG) private readonly config: KitConfig,
    private readonly operators: Operators,
    private readonly previews: Previews,
  ) {}

  @Public()
  @ApiBearerAuth()
  @Post("api/releases/apps/:app/previews")
  @Refuses({ 401: "bad_deploy_token, or no access token", 403: "not_an_administrator", 404: "branch_not_found" })
  @ApiOperation({ summary: "A link by which people see a release; by administrators and the app's deploy token" })
  @ApiResponse({ status: 201, standardSchema: Preview })
  async issue(
    @Param("app", { schema: AppName }) app: string,
    @Headers("authorization") authorization: string,
    @Body({ schema: NewPreview }) preview: NewPreview,
  ) {
    return this.previews.issue(app, preview, await this.operators.of(app, authorization));
  }

  @Public()
  @ApiBearerAuth()
  @Get("api/releases/apps/:app/previews")
  @Refuses({ 401: "bad_deploy_token, or no access token", 403: "not_an_administrator" })
  @ApiOperation({ summary: "The app's preview links that work now" })
  @ApiResponse({ status: 200, standardSchema: PreviewList })
  async list(@Param("app", { schema: AppName }) app: string, @Headers("authorization") authorization: string) {
    await this.operators.of(app, authorization);
    return { items: await this.previews.list(app) };
  }

  @Public()
  @ApiBearerAuth()
  @Delete("api/releases/apps/:app/previews/:id")
  @Refuses({ 401: "bad_deploy_token, or no access token", 403: "not_an_administrator" })
  @HttpCode(204)
  @ApiOperation({ summary: "Ends a preview link, also in browsers that accepted it" })
  async revoke(
    @Param("app", { schema: AppName }) app: string,
    @Param("id", { schema: z.uuid() }) id: string,
    @Headers("authorization") authorization: string,
  ) {
    await this.previews.revoke(app, id, await this.operators.of(app, authorization));
  }

  @Public()
  @RateLimit({ limit: 60, windowSeconds: 60, by: "address" })
  @Get(PREVIEW_PATH)
  @Refuses({ 403: "bad_preview" })
  @ApiOperation({ summary: "Asks whether this browser shall show what a preview link names; changes nothing" })
  @ApiResponse({ status: 200, description: "The page", content: { "text/html": { schema: { type: "string" } } } })
  async ask(
    @Query("token", { schema: Token }) token: string,
    @Query("to") to: string | undefined,
    @Res() reply: FastifyReply,
  ) {
    return reply
      .headers({
        "cache-control": "no-store",
        "content-security-policy": PREVIEW_PAGE_POLICY,
        // The origin alone: browsers then name it when the form is sent.
        "referrer-policy": "strict-origin",
      })
      .type("text/html; charset=utf-8")
      .send(previewPage(await this.previews.shown(token), token, ownPath(to, this.config)));
  }

  @Public()
  @RateLimit({ limit: 60, windowSeconds: 60, by: "address" })
  @Post(PREVIEW_PATH)
  @Refuses({ 403: "bad_preview" })
  @ApiOperation({ summary: "Shows it from now on in this browser, whose person agreed" })
  @ApiResponse({ status: 303, description: "It is shown; leads to the page" })
  async accept(
    @Query("token", { schema: Token }) token: string,
    @Query("to") to: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    // No other site agrees for them.
    if (!isOwnForm(request, this.config)) throw problem(badPreview);
    const { value, seconds } = await this.previews.accept(token, request.headers.cookie ?? "");
    return reply
      .header("set-cookie", this.cookie(value, seconds))
      .header("cache-control", "no-store")
      .redirect(ownPath(to, this.config), 303);
  }

  @Public()
  @Post(CLEAR_PREVIEW_PATH)
  @HttpCode(204)
  @ApiOperation({ summary: "Gives this browser the releases again that everybody else has" })
  async clear(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.header("set-cookie", this.cookie("", 0));
  }

  private cookie(value: string, seconds: number): string {
    const secure = this.config.publicUrl.startsWith("https:") ? "; Secure" : "";
    return `${hostCookie(PREVIEW_COOKIE, this.config)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  }
}

/** Browsers name the site by `Sec-Fetch-Site` where there is https, else the origin alone. */
function isOwnForm({ headers }: FastifyRequest, { publicUrl }: KitConfig): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined ? headers.origin === new URL(publicUrl).origin : site === "same-origin";
}
