import { Body, Controller, Get, HttpCode, Param, Post, Query, UseInterceptors } from "@nestjs/common";
import { DecideEntries, DecideEntry, EntryQuery } from "@tessera/contracts/queue.ts";
import { type Caller, CurrentUser } from "@tessera/service-kit";
import { z } from "zod";
import { EntityTag } from "../entity-tag.interceptor.ts";
import { EntriesService } from "./entries.service.ts";

@Controller("api/queue/entries")
export class EntriesController {
  constructor(private readonly entries: EntriesService) {}

  @Get()
  @UseInterceptors(EntityTag)
  list(@CurrentUser() caller: Caller, @Query({ schema: EntryQuery }) query: z.output<typeof EntryQuery>) {
    return this.entries.list(caller, query);
  }

  @Get(":id")
  get(@CurrentUser() caller: Caller, @Param("id", { schema: z.uuid() }) id: string) {
    return this.entries.get(caller, id);
  }

  @Post("decisions")
  @HttpCode(200)
  decideMany(@CurrentUser() caller: Caller, @Body({ schema: DecideEntries }) decision: DecideEntries) {
    return this.entries.decideMany(caller, decision);
  }

  @Post(":id/decision")
  @HttpCode(200)
  decide(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: z.uuid() }) id: string,
    @Body({ schema: DecideEntry }) decision: DecideEntry,
  ) {
    return this.entries.decide(caller, id, decision);
  }
}
