import { Body, Controller, HttpCode, Post } from "@nestjs/common";
import { ApiResponse } from "@nestjs/swagger";
import { ToolResult } from "@tessera/contracts-core/offered-tools.ts";
import { decideQueue, readQueue } from "@tessera/contracts-queue/api-scopes.ts";
import { EntryQuery, type QueueEntry } from "@tessera/contracts-queue/queue.ts";
import { decideEntries, listEntries } from "@tessera/contracts-queue/tools.ts";
import { type Caller, CurrentUser, ForApiTokens, RateLimit } from "@tessera/service-kit";
import type { z } from "zod";
import { EntriesService } from "./entries.service.ts";

const Query = listEntries.schema.strict();
const Decision = decideEntries.schema.strict();

const told = ({ id, kind, title, line, state, createdAt }: QueueEntry) => ({
  ...{ id, kind, title, line, state, createdAt },
});

/** What assistants may do with a person's queue. */
@Controller("api/queue/tools")
@RateLimit({ name: "queue", limit: 1200, windowSeconds: 60, by: "caller" })
export class ToolsController {
  constructor(private readonly entries: EntriesService) {}

  @Post("list_entries")
  @ForApiTokens(readQueue)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: ToolResult })
  async list(
    @CurrentUser() caller: Caller,
    @Body({ schema: Query }) { words, state, limit }: z.output<typeof Query>,
  ): Promise<ToolResult> {
    const query = EntryQuery.parse({ state, limit, ...(words ? { q: words } : {}) });
    const { items, open } = await this.entries.list(caller, query);
    // Entries quote mails, pages and what agents write.
    return { output: { open, entries: items.map(told) }, outside: items.length > 0 };
  }

  @Post("decide_entries")
  @ForApiTokens(decideQueue)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: ToolResult })
  async decide(
    @CurrentUser() caller: Caller,
    @Body({ schema: Decision }) decision: z.output<typeof Decision>,
  ): Promise<ToolResult> {
    const { changed, skipped } = await this.entries.decideMany(caller, decision);
    return { output: { changed: changed.map(told), skipped }, outside: changed.length > 0 };
  }
}
