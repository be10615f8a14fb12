import { Module } from "@nestjs/common";
import { provideConfig } from "@tessera/service-kit";
import { ExportController } from "./export/export.controller.ts";
import { FileCheck } from "./installation/file-check.ts";
import { InstallationController } from "./installation/installation.controller.ts";
import { NoticeMails } from "./notices/notice-mails.ts";
import { PreferencesController } from "./preferences/preferences.controller.ts";
import { PreferencesStore } from "./preferences/preferences.store.ts";
import { DeviceStore } from "./push/device.store.ts";
import { DevicesController } from "./push/devices.controller.ts";
import { DevicesService } from "./push/devices.service.ts";
import { PUSH_CONFIG, PushConfigSchema } from "./push/push-config.ts";
import { PushKeys } from "./push/push-keys.ts";
import { PushNotices } from "./push/push-notices.ts";
import { PushSender } from "./push/push-sender.ts";
import { RenewalsController } from "./push/renewals.controller.ts";
import { Waiting } from "./push/waiting.ts";

@Module({
  controllers: [PreferencesController, ExportController, InstallationController, DevicesController, RenewalsController],
  providers: [
    provideConfig(PUSH_CONFIG, PushConfigSchema),
    DevicesService,
    DeviceStore,
    FileCheck,
    NoticeMails,
    PreferencesStore,
    PushKeys,
    PushNotices,
    PushSender,
    Waiting,
  ],
})
export class SettingsModule {}
