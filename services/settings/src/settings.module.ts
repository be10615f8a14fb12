import { Module } from "@nestjs/common";
import { PreferencesController } from "./preferences/preferences.controller.ts";
import { PreferencesStore } from "./preferences/preferences.store.ts";

@Module({ controllers: [PreferencesController], providers: [PreferencesStore] })
export class SettingsModule {}
