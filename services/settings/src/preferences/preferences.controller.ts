import { Body, Controller, Get, Inject, Patch } from "@nestjs/common";
import type { Preferences, PreferencesPatch } from "@tessera/contracts/settings.ts";
import { type Caller, CurrentUser } from "@tessera/service-kit";
import { PreferencesStore } from "./preferences.store.ts";
import { canonicalLocale, PreferencesChange } from "./preferences-change.ts";

@Controller("api/settings/preferences")
export class PreferencesController {
  constructor(@Inject(PreferencesStore) private readonly preferences: PreferencesStore) {}

  @Get()
  read(@CurrentUser() caller: Caller): Promise<Preferences> {
    return this.preferences.read(caller);
  }

  @Patch()
  change(@CurrentUser() caller: Caller, @Body({ schema: PreferencesChange }) patch: PreferencesPatch): Promise<Preferences> {
    const locale = patch.locale && canonicalLocale(patch.locale);
    return this.preferences.change(caller, locale ? { ...patch, locale } : patch);
  }
}
