import { Injectable, type OnModuleInit } from "@nestjs/common";
import { accountSuspended } from "@tessera/contracts-identity/events.ts";
import { notice } from "@tessera/contracts-settings/events.ts";
import type { PushMessage } from "@tessera/contracts-settings/push.ts";
import { Clock, Database, Events, Jobs, PermanentError } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { noticeKind } from "../notices/notice-kinds.ts";
import { PreferencesStore } from "../preferences/preferences.store.ts";
import { DeviceStore } from "./device.store.ts";
import { messageOf } from "./message-of.ts";
import { type Outcome, PushSender, type Sending } from "./push-sender.ts";
import { Waiting } from "./waiting.ts";

const QUEUE = "settings.push";
/** Pauses between two tries where the push service names none, in seconds: doubled from the first to the last. */
const FIRST_PAUSE = 30;
const LAST_PAUSE = 3600;

interface PushJob {
  userId: string;
  deviceId: string;
  message: PushMessage;
  urgency: Sending["urgency"];
  /** When it is no news any more, ISO 8601. */
  until: string;
  /** Tries before this one. */
  tries: number;
}

/**
 * Tells people's devices what they chose to be told: one job for each device, in the transaction that notes the notice,
 * so that each is told once.
 */
@Injectable()
export class PushNotices implements OnModuleInit {
  constructor(
    private readonly preferences: PreferencesStore,
    private readonly devices: DeviceStore,
    private readonly sender: PushSender,
    private readonly waiting: Waiting,
    private readonly database: Database,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.define<PushJob>(
      QUEUE,
      { kind: "Notification on a device", concurrency: 4, timeoutSeconds: 60 },
      ({ data }) => this.send(data),
    );
    this.events.on(notice, "settings.push", async (told) => {
      const kind = noticeKind(told.kind);
      if (!kind || !(await this.preferences.read(told))[kind.push]) return;
      const until = new Date(this.clock.now().getTime() + kind.ttl * 1000).toISOString();
      await this.tell(told.userId, told.key, { message: messageOf(told), urgency: kind.urgency, until });
    });
    this.events.on(accountSuspended, "settings.push", ({ userId }) => this.devices.removeAll(userId));
  }

  private tell(userId: string, key: string, told: Pick<PushJob, "message" | "urgency" | "until">): Promise<void> {
    return this.database.system(async (tx) => {
      const ids = await this.devices.idsToTell(tx, userId);
      if (!ids.length) return;
      const { rows } = await tx.execute(sql`
        insert into settings.push_notice (user_id, key, told_at)
        values (${userId}, ${key}, ${this.clock.now().toISOString()}) on conflict do nothing returning key`);
      if (!rows.length) return;
      for (const deviceId of ids)
        await this.jobs.send<PushJob>(tx, QUEUE, { userId, deviceId, ...told, tries: 0 }, { hidden: true });
    });
  }

  private async send(job: PushJob): Promise<void> {
    const { userId, deviceId, message, urgency } = job;
    const ttl = Math.floor((Date.parse(job.until) - this.clock.now().getTime()) / 1000);
    const subscription = await this.database.system((tx) => this.devices.subscription(tx, userId, deviceId));
    if (!subscription || ttl <= 0) return;
    // As it is now, also where the push service took the message on a later try.
    const waiting = await this.waiting.of(userId);
    const outcome = await this.sender.send(subscription, { ...message, waiting }, { ttl, urgency });
    await this.database.system(async (tx) => {
      if (outcome.kind === "taken") await this.devices.used(tx, userId, deviceId);
      if (outcome.kind === "gone") await this.devices.gone(tx, userId, deviceId, subscription);
      if (outcome.kind === "later")
        await this.jobs.send(tx, QUEUE, { ...job, tries: job.tries + 1 }, this.later(job, outcome));
    });
    if (outcome.kind === "refused")
      throw new PermanentError(`A push service refused a notification. ${outcome.reason}`);
  }

  private later({ tries }: PushJob, { seconds }: Extract<Outcome, { kind: "later" }>) {
    const pause = seconds ?? Math.min(LAST_PAUSE, FIRST_PAUSE * 2 ** tries);
    // What would come too late is given up by the job that finds it so.
    return { hidden: true, startAfter: new Date(this.clock.now().getTime() + Math.min(pause, 86_400) * 1000) };
  }
}
