import { Body, Controller, HttpCode, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { readTranscript } from "@tessera/contracts-agents/tools.ts";
import { ToolResult } from "@tessera/contracts-core/offered-tools.ts";
import { readTranscripts } from "@tessera/contracts-transcribe/api-scopes.ts";
import {
  type Caller,
  CurrentUser,
  ForApiTokens,
  RateLimit,
  Refuses,
  Subscribed,
  toolCaller,
} from "@tessera/service-kit";
import type { z } from "zod";
import { TranscriptTools } from "./transcript-tools.ts";

const Question = readTranscript.schema.strict();

/** What assistants ask of a person's recordings, as agents do. */
@ApiTags("tools")
@ApiBearerAuth()
@Controller("api/transcribe/tools")
@Subscribed()
@RateLimit({ name: "transcribe", limit: 1200, windowSeconds: 60, by: "caller" })
export class ToolsController {
  constructor(private readonly tools: TranscriptTools) {}

  @Post("read_transcript")
  @ForApiTokens(readTranscripts)
  @HttpCode(200)
  @Refuses({ 404: "recording_not_found" })
  @ApiResponse({ status: 200, standardSchema: ToolResult })
  async read(
    @CurrentUser() caller: Caller,
    @Body({ schema: Question }) question: z.output<typeof Question>,
  ): Promise<ToolResult> {
    const { output, outside } = await this.tools.read(toolCaller(caller), question);
    return { output, outside };
  }
}
