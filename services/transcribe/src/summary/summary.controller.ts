import { Body, Controller, Delete, HttpCode, Param, Post, Put } from "@nestjs/common";
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { SentencesWanted, SummaryChange, TranscriptSummary } from "@tessera/contracts-transcribe/summary.ts";
import { type Caller, CurrentUser, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { SummaryService } from "./summary.service.ts";

const Id = z.uuid();

@ApiTags("recordings")
@ApiBearerAuth()
@Controller("api/transcribe/recordings/:id/summary")
@Subscribed()
@RateLimit({ name: "transcribe", limit: 1200, windowSeconds: 60, by: "caller" })
export class SummaryController {
  constructor(private readonly summaries: SummaryService) {}

  @Put()
  @ApiResponse({ status: 200, standardSchema: TranscriptSummary })
  @Refuses({ 400: "summary_outside", 404: "recording_not_found", 409: "summary_changed or summary_edited" })
  write(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: SummaryChange }) change: z.output<typeof SummaryChange>,
  ) {
    return this.summaries.write(caller, id, change);
  }

  @Post("sentences")
  @HttpCode(200)
  @ApiOperation({ summary: "Choose sentences of the transcript as its summary" })
  @ApiResponse({ status: 200, standardSchema: TranscriptSummary })
  @Refuses({ 404: "recording_not_found", 409: "nothing_to_summarise, summary_changed or summary_edited" })
  sentences(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: SentencesWanted }) wanted: z.output<typeof SentencesWanted>,
  ) {
    return this.summaries.sentences(caller, id, wanted);
  }

  @Delete()
  @HttpCode(204)
  @Refuses({ 404: "recording_not_found" })
  remove(@CurrentUser() caller: Caller, @Param("id", { schema: Id }) id: string) {
    return this.summaries.remove(caller, id);
  }
}
