import { Controller, Get } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Decoder } from "@tessera/contracts-transcribe/settings.ts";
import { RateLimit } from "@tessera/service-kit";
import { LocalModels } from "../local-models/local-models.ts";
import { Ffmpeg } from "../speech/ffmpeg.ts";

/** What the service decodes beside WAV, and its models: who uploads is told before anything is sent. */
@ApiTags("settings")
@ApiBearerAuth()
@Controller("api/transcribe/decoder")
@RateLimit({ name: "transcribe-settings", limit: 300, windowSeconds: 60, by: "caller" })
export class DecoderController {
  constructor(
    private readonly ffmpeg: Ffmpeg,
    private readonly models: LocalModels,
  ) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: Decoder })
  async read(): Promise<Decoder> {
    return { ffmpeg: this.ffmpeg.version, ...(await this.models.state()) };
  }
}
