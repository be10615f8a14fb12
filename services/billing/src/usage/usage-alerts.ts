import { Injectable } from "@nestjs/common";
import { amountInWords } from "@tessera/contracts-billing/amounts.ts";
import type { Meter } from "@tessera/contracts-billing/meters.ts";
import { type EntryOpened, entryClosed, entryOpened } from "@tessera/contracts-queue/events.ts";
import { notice } from "@tessera/contracts-settings/events.ts";
import { Clock, Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { Limits } from "./limits.ts";
import { firstDay, monthAfter } from "./months.ts";

export interface Standing {
  userId: string;
  meter: Meter;
  used: number;
  limits: Limits;
}

type Level = "near" | "reached";
interface Alert extends Record<string, unknown> {
  user_id: string;
  meter: string;
  month: string;
  level: Level;
}

const LONG_DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
const keyOf = ({ meter, month, level }: { meter: string; month: string; level: Level }) =>
  `usage:${meter}:${month.slice(0, 7)}:${level}`;

/**
 * Says in the queue that a limit is near or reached, each once a month, and takes it back when the limit was raised or
 * the month has ended.
 */
@Injectable()
export class UsageAlerts {
  constructor(
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  /** @param month the present one */
  async follow(tx: Tx, standings: Standing[], month: string): Promise<void> {
    for (const standing of standings) {
      const level = levelOf(standing);
      const settled = (["near", "reached"] as const).filter((one) => one !== level);
      await this.close(
        tx,
        sql`user_id = ${standing.userId} and meter = ${standing.meter.name} and month = ${firstDay(month)}::date
          and level = any(${sql.param(settled)}::text[])`,
      );
      if (level && (await this.isFirst(tx, standing, month, level)))
        await this.tell(tx, entryOf(standing, month, level));
    }
  }

  /** In the queue, and by mail to those who want one. */
  private async tell(tx: Tx, entry: EntryOpened): Promise<void> {
    await this.events.publish(tx, entryOpened, entry);
    const { userId, key, title, line = "" } = entry;
    await this.events.publish(tx, notice, {
      ...{ userId, key, kind: "usage", subject: title, lead: line },
      action: { label: "See your usage", path: entry.path ?? "/usage" },
    });
  }

  /** What was said of months before. */
  async closePast(tx: Tx, month: string): Promise<void> {
    await this.close(tx, sql`month < ${firstDay(month)}::date`);
  }

  private async close(tx: Tx, which: ReturnType<typeof sql>): Promise<void> {
    const { rows } = await tx.execute<Alert>(sql`
      update billing.usage_alert set closed_at = ${this.clock.now().toISOString()}::timestamptz
      where closed_at is null and ${which} returning user_id, meter, to_char(month, 'YYYY-MM') as month, level`);
    for (const alert of rows) await this.events.publish(tx, entryClosed, { userId: alert.user_id, key: keyOf(alert) });
  }

  private async isFirst(tx: Tx, { userId, meter }: Standing, month: string, level: Level): Promise<boolean> {
    const { rows } = await tx.execute(sql`
      insert into billing.usage_alert (user_id, meter, month, level, opened_at)
      values (${userId}, ${meter.name}, ${firstDay(month)}::date, ${level}, ${this.clock.now().toISOString()}::timestamptz)
      on conflict do nothing returning level`);
    return rows.length > 0;
  }
}

function levelOf({ used, limits: { notifyAt, stopAt } }: Standing): Level | null {
  if (used <= 0) return null;
  if (stopAt !== null && used >= stopAt) return "reached";
  return notifyAt !== null && used >= notifyAt ? "near" : null;
}

function entryOf({ userId, meter, used, limits }: Standing, month: string, level: Level): EntryOpened {
  const amount = amountInWords(meter.unit, used);
  const [title, line] =
    limits.stopAt === null
      ? [`${meter.title}: ${amount} this month`, "You asked to be notified."]
      : wordsOf(meter.counts === "held", level, used / limits.stopAt, month);
  const of = limits.stopAt === null ? "" : `${amount} of ${amountInWords(meter.unit, limits.stopAt)}. `;
  return {
    userId,
    key: keyOf({ meter: meter.name, month, level }),
    kind: "usage",
    title: limits.stopAt === null ? title : `${meter.title}: ${title}`,
    line: of + line,
    path: `/usage/${month.replace("-", "/")}`,
  };
}

/** @param share of the limit that is used @returns how it stands, and what that means */
function wordsOf(isHeld: boolean, level: Level, share: number, month: string): [string, string] {
  const next = LONG_DATE.format(new Date(firstDay(monthAfter(month))));
  const percent = `${Math.floor(share * 100)}%`;
  if (isHeld)
    return level === "reached"
      ? ["your plan is full", "Nothing is lost. Delete some for good, or choose a larger plan, before you add more."]
      : [`${percent} of your plan is used`, "Once it is full, nothing more can be added."];
  return level === "reached"
    ? ["this month\u2019s limit is reached", `Nothing is lost. New work waits until ${next} or for a higher limit.`]
    : [`${percent} of this month is used`, `Once all is used, new work waits until ${next}.`];
}
