import contract from "@tessera/contracts-settings/package.json" with { type: "json" };
import type { ServiceDefinition } from "@tessera/service-kit";
import preferences from "../migrations/001-preferences.sql";
import { SettingsModule } from "./settings.module.ts";

/** What each person set for themselves. */
export const settingsService: ServiceDefinition = {
  name: "settings",
  title: "Settings",
  contract: contract.version,
  module: SettingsModule,
  schema: "settings",
  migrations: [{ name: "001-preferences", sql: preferences }],
  tables: [{ table: "preference", about: "What you set under Settings.", personal: { owner: "user_id" } }],
};
