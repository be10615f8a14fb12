import { Body, Controller, Get, Put } from "@nestjs/common";
import { ApiBearerAuth, ApiResponse, ApiTags } from "@nestjs/swagger";
import { TranscribeSettings } from "@tessera/contracts-transcribe/settings.ts";
import { type Caller, CurrentUser, RateLimit } from "@tessera/service-kit";
import { SettingsService } from "./settings.service.ts";

/** Also without a plan: a person can always say where their sound goes, and how long it stays. */
@ApiTags("settings")
@ApiBearerAuth()
@Controller("api/transcribe/settings")
@RateLimit({ name: "transcribe-settings", limit: 300, windowSeconds: 60, by: "caller" })
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: TranscribeSettings })
  read(@CurrentUser() caller: Caller) {
    return this.settings.read(caller);
  }

  @Put()
  @ApiResponse({ status: 200, standardSchema: TranscribeSettings })
  change(@CurrentUser() caller: Caller, @Body({ schema: TranscribeSettings }) settings: TranscribeSettings) {
    return this.settings.change(caller, settings);
  }
}
