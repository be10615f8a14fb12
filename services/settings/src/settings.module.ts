import { Module } from "@nestjs/common";
import { ErasePreferences } from "./preferences/erase-preferences.ts";
import { PreferencesController } from "./preferences/preferences.controller.ts";
import { PreferencesStore } from "./preferences/preferences.store.ts";

@Module({ controllers: [PreferencesController], providers: [ErasePreferences, PreferencesStore] })
export class SettingsModule {}
