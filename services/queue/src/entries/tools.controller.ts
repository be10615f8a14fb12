import { Body, Controller, HttpCode, Post } from "@nestjs/common";
import { ApiResponse } from "@nestjs/swagger";
import { ToolResult } from "@tessera/contracts-core/offered-tools.ts";
import { decideQueue, readQueue } from "@tessera/contracts-queue/api-scopes.ts";
import { decideEntries, listEntries } from "@tessera/contracts-queue/tools.ts";
import { type Caller, CurrentUser, ForApiTokens, RateLimit, toolCaller } from "@tessera/service-kit";
import type { z } from "zod";
import { EntryTools } from "./entry-tools.ts";

const Query = listEntries.schema.strict();
const Decision = decideEntries.schema.strict();

/** What assistants may do with a person's queue, as agents do. */
@Controller("api/queue/tools")
@RateLimit({ name: "queue", limit: 1200, windowSeconds: 60, by: "caller" })
export class ToolsController {
  constructor(private readonly tools: EntryTools) {}

  @Post("list_entries")
  @ForApiTokens(readQueue)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: ToolResult })
  async list(
    @CurrentUser() caller: Caller,
    @Body({ schema: Query }) query: z.output<typeof Query>,
  ): Promise<ToolResult> {
    const { output, outside } = await this.tools.list(toolCaller(caller), query);
    return { output, outside };
  }

  @Post("decide_entries")
  @ForApiTokens(decideQueue)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: ToolResult })
  async decide(
    @CurrentUser() caller: Caller,
    @Body({ schema: Decision }) decision: z.output<typeof Decision>,
  ): Promise<ToolResult> {
    const { output, outside } = await this.tools.decideMany(toolCaller(caller), decision);
    return { output, outside };
  }
}
