import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Res,
} from "@nestjs/common";
import { ApiBearerAuth, ApiHeader, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Problem } from "@tessera/contracts-core/problem.ts";
import { readCards, writeCards } from "@tessera/contracts-items/api-scopes.ts";
import {
  BulkChange,
  BulkResult,
  ChildrenQuery,
  etagOf,
  Item,
  ItemChildren,
  ItemPage,
  ItemPatch,
  ItemQuery,
  ItemSections,
  ItemTypeInfo,
  NewItem,
  Occurrence,
  PlaceChange,
  PlaceResult,
  ReadMark,
  ReadMarkResult,
  SectionQuery,
} from "@tessera/contracts-items/items.ts";
import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import {
  BodyLimit,
  type Caller,
  CurrentUser,
  ForApiTokens,
  ForClients,
  Idempotent,
  jsonBytes,
  RateLimit,
  Refuses,
  Subscribed,
  TakesAnyText,
} from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { StepJobs } from "../processing/step-jobs.ts";
import { READS, WRITES } from "./allowances.ts";
import { deviceOf } from "./device-of.ts";
import { versionOf } from "./if-match.ts";
import { ItemsService } from "./items.service.ts";

const Id = z.uuid();
/** A text of the greatest length in any script, and what stands beside it. */
const MAX_ITEM_BYTES = jsonBytes(MAX_BODY_LENGTH) + 512 * 1024;
const ETAG = {
  ETag: { description: "The version, for If-Match", schema: { type: "string" as const }, example: '"3"' },
};
const Step = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);

@ApiTags("items")
@ApiBearerAuth()
@ApiResponse({
  status: 402,
  description: "subscription_required, or plan_limit_reached when the plan holds no further card",
  standardSchema: Problem,
})
@Controller("api/items")
@ForClients()
@Subscribed()
@TakesAnyText()
@RateLimit(READS)
export class ItemsController {
  constructor(
    @Inject(ItemsService) private readonly items: ItemsService,
    private readonly stepJobs: StepJobs,
  ) {}

  @Get()
  @ForApiTokens(readCards)
  @ApiResponse({ status: 200, standardSchema: ItemPage })
  list(@CurrentUser() caller: Caller, @Query({ schema: ItemQuery }) query: z.output<typeof ItemQuery>) {
    return this.items.list(caller, query);
  }

  @Get("sections")
  @ForApiTokens(readCards)
  @ApiResponse({ status: 200, standardSchema: ItemSections })
  sections(@CurrentUser() caller: Caller, @Query({ schema: SectionQuery }) query: z.output<typeof SectionQuery>) {
    return this.items.sections(caller, query);
  }

  @Put("places")
  @ForApiTokens(writeCards)
  @RateLimit(WRITES)
  @Refuses({ 404: "item_not_found, of the neighbour" })
  @ApiResponse({ status: 200, standardSchema: PlaceResult })
  place(@CurrentUser() caller: Caller, @Body({ schema: PlaceChange }) body: PlaceChange) {
    return this.items.place(caller, body);
  }

  @Post()
  @ForApiTokens(writeCards)
  @RateLimit(WRITES)
  @BodyLimit(MAX_ITEM_BYTES)
  @Idempotent<ItemsController, Item>({
    reference: (item) => item.id,
    replay: (items, caller, id, reply) => items.get(caller, id, reply),
  })
  @ApiResponse({ status: 201, standardSchema: Item, headers: ETAG })
  @ApiResponse({
    status: 200,
    description: "The same thing was there already; it was brought up",
    standardSchema: Item,
    headers: ETAG,
  })
  async create(
    @CurrentUser() caller: Caller,
    @Body({ schema: NewItem }) body: z.output<typeof NewItem>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { item, created } = await this.items.create(caller, body);
    reply.status(created ? 201 : 200).header("etag", etagOf(item.version));
    return item;
  }

  @Get("types")
  @ForApiTokens(readCards)
  @ApiResponse({ status: 200, standardSchema: z.array(ItemTypeInfo) })
  types(@CurrentUser() caller: Caller) {
    return this.items.types(caller);
  }

  @Post("bulk")
  @ForApiTokens(writeCards)
  @RateLimit(WRITES)
  @HttpCode(200)
  @Idempotent()
  @ApiResponse({ status: 200, standardSchema: BulkResult })
  bulk(
    @CurrentUser() caller: Caller,
    @Headers("user-agent") userAgent: string | undefined,
    @Body({ schema: BulkChange }) body: z.output<typeof BulkChange>,
  ) {
    return this.items.bulk(caller, body, deviceOf(userAgent));
  }

  @Post("read-marks")
  @ForApiTokens(writeCards)
  @RateLimit(WRITES)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: ReadMarkResult })
  markRead(@CurrentUser() caller: Caller, @Body({ schema: ReadMark }) body: ReadMark) {
    return this.items.markRead(caller, body);
  }

  @Get(":id")
  @ForApiTokens(readCards)
  @ApiResponse({ status: 200, standardSchema: Item, headers: ETAG })
  async get(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const item = await this.items.get(caller, id);
    reply.header("etag", etagOf(item.version));
    return item;
  }

  @Get(":id/children")
  @ForApiTokens(readCards)
  @Refuses({ 404: "item_not_found" })
  @ApiResponse({ status: 200, standardSchema: ItemChildren })
  children(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Query({ schema: ChildrenQuery }) query: z.output<typeof ChildrenQuery>,
  ) {
    return this.items.children(caller, id, query);
  }

  @Patch(":id")
  @ForApiTokens(writeCards)
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @BodyLimit(MAX_ITEM_BYTES)
  @ApiResponse({ status: 200, standardSchema: Item, headers: ETAG })
  @ApiResponse({ status: 412, description: "version_conflict; `version` is the current one", standardSchema: Problem })
  async update(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
    @Headers("user-agent") userAgent: string | undefined,
    @Body({ schema: ItemPatch }) patch: ItemPatch,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const item = await this.items.update(caller, id, versionOf(ifMatch), patch, deviceOf(userAgent));
    reply.header("etag", etagOf(item.version));
    return item;
  }

  @Delete(":id")
  @ForApiTokens(writeCards)
  @ApiHeader({ name: "If-Match", required: true })
  @RateLimit(WRITES)
  @HttpCode(204)
  async remove(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
  ) {
    await this.items.remove(caller, id, versionOf(ifMatch));
  }

  @Get(":id/occurrences")
  @ForApiTokens(readCards)
  @ApiResponse({ status: 200, standardSchema: z.array(Occurrence) })
  occurrences(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.items.occurrences(caller, id);
  }

  @Post(":id/occurrences")
  @ForApiTokens(writeCards)
  @ApiHeader({ name: "If-Match", required: true })
  @Refuses({ 409: "does_not_repeat" })
  @RateLimit(WRITES)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: Item })
  skip(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Headers("if-match") ifMatch: string | undefined,
  ) {
    return this.items.skip(caller, id, versionOf(ifMatch));
  }

  @Delete(":id/occurrences/:occurrence")
  @ForApiTokens(writeCards)
  @Refuses({ 409: "occurrence_not_newest" })
  @RateLimit(WRITES)
  @ApiResponse({ status: 200, standardSchema: Item })
  takeBack(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("occurrence", { schema: Id }) occurrence: string,
  ) {
    return this.items.takeBack(caller, id, occurrence);
  }

  @Post(":id/processing/:step")
  @ForApiTokens(writeCards)
  @Refuses({ 409: "already_running, or the step is done" })
  @RateLimit(WRITES)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: Item })
  reprocess(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("step", { schema: Step }) step: string,
  ) {
    return this.items.reprocess(caller, id, step);
  }

  @Post(":id/processing/:step/cancel")
  @ForApiTokens(writeCards)
  @RateLimit(WRITES)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: Item })
  cancelStep(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("step", { schema: Step }) step: string,
  ) {
    return this.stepJobs.cancel(caller, id, step);
  }
}
