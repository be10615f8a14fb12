import { Body, Controller, Get, HttpCode, Param, Post, Query } from "@nestjs/common";
import { ApiResponse } from "@nestjs/swagger";
import { decideQueue, readQueue } from "@tessera/contracts-queue/api-scopes.ts";
import {
  DecideEntries,
  DecideEntry,
  DecideResult,
  EntryQuery,
  QueueEntry,
  QueueEntryPage,
} from "@tessera/contracts-queue/queue.ts";
import { type Caller, CurrentUser, ForApiTokens, ForClients, RateLimit, Refuses } from "@tessera/service-kit";
import { z } from "zod";
import { Tagged } from "../entity-tag.interceptor.ts";
import { EntriesService } from "./entries.service.ts";

@Controller("api/queue/entries")
@ForClients()
@RateLimit({ name: "queue", limit: 1200, windowSeconds: 60, by: "caller" })
export class EntriesController {
  constructor(private readonly entries: EntriesService) {}

  @Get()
  @ForApiTokens(readQueue)
  @Tagged(QueueEntryPage)
  list(@CurrentUser() caller: Caller, @Query({ schema: EntryQuery }) query: z.output<typeof EntryQuery>) {
    return this.entries.list(caller, query);
  }

  @Get(":id")
  @ForApiTokens(readQueue)
  @ApiResponse({ status: 200, standardSchema: QueueEntry })
  get(@CurrentUser() caller: Caller, @Param("id", { schema: z.uuid() }) id: string) {
    return this.entries.get(caller, id);
  }

  @Post("decisions")
  @ForApiTokens(decideQueue)
  @ApiResponse({ status: 200, standardSchema: DecideResult })
  @HttpCode(200)
  decideMany(@CurrentUser() caller: Caller, @Body({ schema: DecideEntries }) decision: DecideEntries) {
    return this.entries.decideMany(caller, decision);
  }

  @Post(":id/decision")
  @ForApiTokens(decideQueue)
  @Refuses({ 409: "entry_closed" })
  @ApiResponse({ status: 200, standardSchema: QueueEntry })
  @HttpCode(200)
  decide(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: z.uuid() }) id: string,
    @Body({ schema: DecideEntry }) decision: DecideEntry,
  ) {
    return this.entries.decide(caller, id, decision);
  }
}
