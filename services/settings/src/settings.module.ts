import { Module } from "@nestjs/common";
import { ExportController } from "./export/export.controller.ts";
import { FileCheck } from "./installation/file-check.ts";
import { InstallationController } from "./installation/installation.controller.ts";
import { NoticePreferences } from "./preferences/notice-preferences.ts";
import { PreferencesController } from "./preferences/preferences.controller.ts";
import { PreferencesStore } from "./preferences/preferences.store.ts";

@Module({
  controllers: [PreferencesController, ExportController, InstallationController],
  providers: [FileCheck, NoticePreferences, PreferencesStore],
})
export class SettingsModule {}
