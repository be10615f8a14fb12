import { Body, Controller, Get, Inject, Patch } from "@nestjs/common";
import { ApiResponse } from "@nestjs/swagger";
import { Preferences, type PreferencesPatch } from "@tessera/contracts-settings/settings.ts";
import { type Caller, CurrentUser, RateLimit } from "@tessera/service-kit";
import { PreferencesStore } from "./preferences.store.ts";
import { canonicalLocale, PreferencesChange } from "./preferences-change.ts";

@Controller("api/settings/preferences")
@RateLimit({ name: "settings", limit: 300, windowSeconds: 60, by: "caller" })
export class PreferencesController {
  constructor(@Inject(PreferencesStore) private readonly preferences: PreferencesStore) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: Preferences })
  read(@CurrentUser() caller: Caller): Promise<Preferences> {
    return this.preferences.read(caller);
  }

  @Patch()
  @ApiResponse({ status: 200, standardSchema: Preferences })
  change(
    @CurrentUser() caller: Caller,
    @Body({ schema: PreferencesChange }) patch: PreferencesPatch,
  ): Promise<Preferences> {
    const locale = patch.locale && canonicalLocale(patch.locale);
    return this.preferences.change(caller, locale ? { ...patch, locale } : patch);
  }
}
