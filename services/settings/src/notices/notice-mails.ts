import { Injectable, type OnModuleInit } from "@nestjs/common";
import { mailAsked } from "@tessera/contracts-identity/events.ts";
import { notice } from "@tessera/contracts-settings/events.ts";
import { Database, Events } from "@tessera/service-kit";
import { PreferencesStore } from "../preferences/preferences.store.ts";
import { noticeKind } from "./notice-kinds.ts";

const NOTE = "Under Settings, Notifications you choose which mails you get.";

/** Passes notices on to be mailed, as their people chose. */
@Injectable()
export class NoticeMails implements OnModuleInit {
  constructor(
    private readonly preferences: PreferencesStore,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  onModuleInit(): void {
    this.events.on(notice, "settings.notices", async ({ kind, ...mail }) => {
      const wanted = noticeKind(kind)?.mail;
      if (!wanted || !(await this.preferences.read(mail))[wanted]) return;
      await this.database.system((tx) => this.events.publish(tx, mailAsked, { ...mail, note: NOTE }));
    });
  }
}
