import { Body, Controller, HttpCode, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { listTransactions } from "@tessera/contracts-agents/tools.ts";
import { ToolResult } from "@tessera/contracts-core/offered-tools.ts";
import { readTransactions } from "@tessera/contracts-finance/api-scopes.ts";
import { type Caller, CurrentUser, ForApiTokens, RateLimit, Subscribed, toolCaller } from "@tessera/service-kit";
import type { z } from "zod";
import { READS } from "../http/limits.ts";
import { FinanceTools } from "./finance-tools.ts";

const Question = listTransactions.schema.strict();

/** What assistants ask of a person's books, as agents do. */
@ApiTags("tools")
@ApiBearerAuth()
@Controller("api/finance/tools")
@Subscribed()
@RateLimit(READS)
export class ToolsController {
  constructor(private readonly tools: FinanceTools) {}

  @Post("list_transactions")
  @ForApiTokens(readTransactions)
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: ToolResult })
  async list(
    @CurrentUser() caller: Caller,
    @Body({ schema: Question }) question: z.output<typeof Question>,
  ): Promise<ToolResult> {
    const { output, outside } = await this.tools.list(toolCaller(caller), question);
    return { output, outside };
  }
}
