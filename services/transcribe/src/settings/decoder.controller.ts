import { Controller, Get } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { Decoder } from "@tessera/contracts-transcribe/settings.ts";
import { RateLimit } from "@tessera/service-kit";
import { Ffmpeg } from "../speech/ffmpeg.ts";

/** What the service decodes beside WAV: who uploads is told before anything is sent. */
@ApiTags("settings")
@ApiBearerAuth()
@Controller("api/transcribe/decoder")
@RateLimit({ name: "transcribe-settings", limit: 300, windowSeconds: 60, by: "caller" })
export class DecoderController {
  constructor(private readonly ffmpeg: Ffmpeg) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: Decoder })
  read(): Decoder {
    return { ffmpeg: this.ffmpeg.version };
  }
}
