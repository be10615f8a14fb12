import contract from "@tessera/contracts-settings/package.json" with { type: "json" };
import type { ServiceDefinition } from "@tessera/service-kit";
import preferences from "../migrations/001-preferences.sql";
import push from "../migrations/010-push.sql";
import renewals from "../migrations/011-renewals.sql";
import { PushConfigSchema } from "./push/push-config.ts";

/** What each person set for themselves. */
export const settingsService: ServiceDefinition = {
  name: "settings",
  title: "Settings",
  contract: contract.version,
  module: { load: async () => (await import("./settings.module.ts")).SettingsModule },
  schema: "settings",
  config: [PushConfigSchema],
  migrations: [
    { name: "001-preferences", sql: preferences },
    { name: "010-push", sql: push },
    { name: "011-renewals", sql: renewals },
  ],
  tables: [
    { table: "preference", about: "What you set under Settings.", personal: { owner: "user_id" } },
    {
      table: "push_device",
      about: "The browsers that show you notifications.",
      personal: { owner: "user_id" },
      withheld: ["endpoint", "p256dh", "auth", "renewal_hash"],
      // A browser that was signed out, and where nobody has signed in again.
      keep: { since: "ended_at", days: 30 },
    },
    {
      table: "push_notice",
      about: "Which notifications of the last 90 days your devices were sent.",
      personal: { owner: "user_id" },
      keep: { since: "told_at", days: 90 },
    },
  ],
};
