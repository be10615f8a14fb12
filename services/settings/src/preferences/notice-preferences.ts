import { Injectable, type OnModuleInit } from "@nestjs/common";
import { mailAsked } from "@tessera/contracts-identity/events.ts";
import { notice } from "@tessera/contracts-settings/events.ts";
import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { Database, Events } from "@tessera/service-kit";
import { PreferencesStore } from "./preferences.store.ts";

/** The switch of each kind of notice. */
const switches: Record<string, "mailUsage" | "mailPayments" | "mailReminders" | undefined> = {
  usage: "mailUsage",
  payments: "mailPayments",
  reminders: "mailReminders",
} satisfies Record<string, keyof Preferences>;
const NOTE = "Under Settings, Profile you choose which mails you get.";

/** Passes notices on to be mailed, as their people chose. */
@Injectable()
export class NoticePreferences implements OnModuleInit {
  constructor(
    private readonly preferences: PreferencesStore,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  onModuleInit(): void {
    this.events.on(notice, "settings.notices", async ({ kind, ...mail }) => {
      const wanted = Object.hasOwn(switches, kind) ? switches[kind] : undefined;
      if (!wanted || !(await this.preferences.read(mail))[wanted]) return;
      await this.database.system((tx) => this.events.publish(tx, mailAsked, { ...mail, note: NOTE }));
    });
  }
}
