import { Body, Controller, Inject, Post, Res } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { writeCards } from "@tessera/contracts-items/api-scopes.ts";
import { Item } from "@tessera/contracts-items/items.ts";
import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import { NewShare } from "@tessera/contracts-items/mentions.ts";
import {
  BodyLimit,
  type Caller,
  CurrentUser,
  ForApiTokens,
  Idempotent,
  jsonBytes,
  RateLimit,
  Subscribed,
  TakesAnyText,
} from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import { SharesService } from "./shares.service.ts";

@ApiTags("items")
@ApiBearerAuth()
@Controller("api/items/shares")
@Subscribed()
@TakesAnyText()
export class SharesController {
  constructor(@Inject(SharesService) private readonly shares: SharesService) {}

  @Post()
  @ForApiTokens(writeCards)
  @RateLimit({ name: "items-write", limit: 1200, windowSeconds: 60, by: "caller" })
  @BodyLimit(2 * jsonBytes(MAX_BODY_LENGTH))
  @Idempotent<SharesController, Item>({
    reference: (item) => item.id,
    replay: (shares, caller, id) => shares.shares.get(caller, id),
  })
  @ApiResponse({ status: 201, standardSchema: Item })
  @ApiResponse({
    status: 200,
    description: "The same thing was there already; it was brought up",
    standardSchema: Item,
  })
  async share(
    @CurrentUser() caller: Caller,
    @Body({ schema: NewShare }) body: z.output<typeof NewShare>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { item, created } = await this.shares.store(caller, body);
    reply.status(created ? 201 : 200);
    return item;
  }
}
