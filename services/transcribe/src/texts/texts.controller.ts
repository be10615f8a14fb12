import { Body, Controller, HttpCode, Param, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Recording, Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import { RecogniserChoice } from "@tessera/contracts-transcribe/settings.ts";
import { type Caller, CurrentUser, RateLimit, Refuses, Subscribed } from "@tessera/service-kit";
import { z } from "zod";
import { TextsService } from "./texts.service.ts";

const Id = z.uuid();

@ApiTags("recordings")
@ApiBearerAuth()
@Controller("api/transcribe/recordings")
@Subscribed()
export class TextsController {
  constructor(private readonly texts: TextsService) {}

  @Post(":id/again")
  @RateLimit({ name: "transcribe-again", limit: 60, windowSeconds: 3600, by: "caller" })
  @HttpCode(200)
  @ApiOperation({ summary: "Transcribe a recording again, by another recogniser or in another language" })
  @ApiResponse({ status: 200, standardSchema: Recording })
  @Refuses({
    402: "usage_limit_reached",
    404: "recording_not_found or recording_file_gone",
    409: "recording_runs",
    429: "too_many_recordings",
  })
  again(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Body({ schema: RecogniserChoice }) choice: RecogniserChoice,
  ) {
    return this.texts.again(caller, id, choice);
  }

  @Post(":id/earlier/:earlier/restore")
  @RateLimit({ name: "transcribe", limit: 1200, windowSeconds: 60, by: "caller" })
  @HttpCode(200)
  @ApiOperation({ summary: "Put an earlier text of a recording back" })
  @ApiResponse({ status: 200, standardSchema: Transcript })
  @Refuses({ 404: "recording_not_found or earlier_text_not_found", 409: "recording_runs" })
  restore(
    @CurrentUser() caller: Caller,
    @Param("id", { schema: Id }) id: string,
    @Param("earlier", { schema: Id }) earlier: string,
  ) {
    return this.texts.restore(caller, id, earlier);
  }
}
