import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Query } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { readCards } from "@tessera/contracts-items/api-scopes.ts";
import { NewTagChange, TagChange, TagInfo, TagQuery, TagStyle } from "@tessera/contracts-items/tag-changes.ts";
import {
  type Caller,
  CurrentUser,
  ForApiTokens,
  ForClients,
  Idempotent,
  RateLimit,
  Refuses,
  Subscribed,
} from "@tessera/service-kit";
import { z } from "zod";
import { ChangeTags } from "./change-tags.ts";
import { TagsService } from "./tags.service.ts";

const Id = z.uuid();
const TagCount = TagInfo.omit({ colour: true });
/** Each may concern every card. */
const CHANGES = { name: "tag-changes", limit: 120, windowSeconds: 3600, by: "caller" } as const;

@ApiTags("tags")
@ApiBearerAuth()
@Controller("api/items/tags")
@Subscribed()
@RateLimit({ name: "items-read", limit: 3000, windowSeconds: 60, by: "caller" })
export class TagsController {
  constructor(
    @Inject(TagsService) private readonly tags: TagsService,
    private readonly changes: ChangeTags,
  ) {}

  /** As pages of earlier versions ask for them: without colours. */
  @Get()
  @ForApiTokens(readCards)
  @ForClients()
  @ApiResponse({ status: 200, standardSchema: z.array(TagCount) })
  counts(@CurrentUser() caller: Caller) {
    return this.tags.counts(caller);
  }

  @Get("search")
  @ForApiTokens(readCards)
  @ApiResponse({ status: 200, standardSchema: z.array(TagInfo) })
  list(@CurrentUser() caller: Caller, @Query({ schema: TagQuery }) query: TagQuery) {
    return this.tags.list(caller, query);
  }

  @Put("style")
  @HttpCode(204)
  style(@CurrentUser() caller: Caller, @Body({ schema: TagStyle }) style: TagStyle) {
    return this.tags.style(caller, style);
  }

  @Post("changes")
  @RateLimit(CHANGES)
  @Idempotent<TagsController, TagChange>({
    reference: (change) => change.id,
    replay: (tags, caller, id) => tags.show(caller, id),
  })
  @ApiResponse({ status: 201, standardSchema: TagChange })
  change(@CurrentUser() caller: Caller, @Body({ schema: NewTagChange }) change: NewTagChange) {
    return this.changes.begin(caller, change);
  }

  @Get("changes/:id")
  @Refuses({ 404: "tag_change_not_found" })
  @ApiResponse({ status: 200, standardSchema: TagChange })
  show(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.changes.get(caller, id);
  }

  @Post("changes/:id/undo")
  @RateLimit(CHANGES)
  @Refuses({ 404: "tag_change_not_found", 409: "tag_change_running or tag_change_undone" })
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: TagChange })
  undo(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.changes.undo(caller, id);
  }
}
