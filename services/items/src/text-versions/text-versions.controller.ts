import { Controller, Get, Headers, HttpCode, Inject, Param, Post, Res } from "@nestjs/common";
import { ApiBearerAuth, ApiHeader, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Problem } from "@tessera/contracts-core/problem.ts";
import { readCards, writeCards } from "@tessera/contracts-items/api-scopes.ts";
import { etagOf, Item } from "@tessera/contracts-items/items.ts";
import { TextVersions, WholeTextVersion } from "@tessera/contracts-items/text-versions.ts";
import { type Caller, CurrentUser, ForApiTokens, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { deviceOf } from "../items/device-of.ts";
import { versionOf } from "../items/if-match.ts";
import { TextVersionsService } from "./text-versions.service.ts";

const Id = z.uuid();

@ApiTags("text versions")
@ApiBearerAuth()
@Controller("api/items/:id/text-versions")
@Subscribed()
@RateLimit({ name: "items-read", limit: 3000, windowSeconds: 60, by: "caller" })
export class TextVersionsController {
  constructor(@Inject(TextVersionsService) private readonly versions: TextVersionsService) {}

  @Get()
  @ForApiTokens(readCards)
  @Refuses({ 404: "item_not_found" })
  @ApiResponse({ status: 200, standardSchema: TextVersions })
  list(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.versions.list(caller, id);
  }

  @Get(":versionId")
  @ForApiTokens(readCards)
  @Refuses({ 404: "item_not_found, text_version_not_found" })
  @ApiResponse({ status: 200, standardSchema: WholeTextVersion })
  get(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("versionId", { schema: Id }) versionId: string,
  ) {
    return this.versions.get(caller, id, versionId);
  }

  @Post(":versionId/restore")
  @ForApiTokens(writeCards)
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit({ name: "items-write", limit: 1200, windowSeconds: 60, by: "caller" })
  @HttpCode(200)
  @Refuses({ 404: "item_not_found, text_version_not_found" })
  @ApiResponse({ status: 200, standardSchema: Item })
  @ApiResponse({ status: 412, description: "version_conflict; `version` is the current one", standardSchema: Problem })
  async restore(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("versionId", { schema: Id }) versionId: string,
    @Headers("if-match") ifMatch: string | undefined,
    @Headers("user-agent") userAgent: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const item = await this.versions.restore(caller, id, versionId, versionOf(ifMatch), deviceOf(userAgent));
    reply.header("etag", etagOf(item.version));
    return item;
  }
}
