import { Controller, Get, Inject, Param, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { CardMentions, MentionPage, MentionQuery, UnlinkedMention } from "@tessera/contracts-items/mentions.ts";
import { type Caller, CurrentUser, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { MentionsService } from "./mentions.service.ts";

const Id = z.uuid();

@ApiTags("mentions")
@ApiBearerAuth()
@Controller("api/items")
@Subscribed()
@RateLimit({ name: "items-read", limit: 3000, windowSeconds: 60, by: "caller" })
export class MentionsController {
  constructor(@Inject(MentionsService) private readonly mentions: MentionsService) {}

  @Get("mentions")
  @Refuses({ 400: "invalid_cursor" })
  @ApiResponse({ status: 200, standardSchema: MentionPage })
  list(@CurrentUser() caller: Caller, @Query({ schema: MentionQuery }) query: z.output<typeof MentionQuery>) {
    return this.mentions.list(caller, query);
  }

  @Get(":id/mentions")
  @Refuses({ 404: "item_not_found" })
  @ApiResponse({ status: 200, standardSchema: CardMentions })
  ofCard(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.mentions.ofCard(caller, id);
  }

  @Get(":id/unlinked-mentions")
  @Refuses({ 404: "item_not_found" })
  @ApiResponse({ status: 200, standardSchema: z.array(UnlinkedMention) })
  unlinked(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.mentions.unlinked(caller, id);
  }
}
