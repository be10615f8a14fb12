import { hash } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { MAX_PUSH_DEVICES, type NewPushSubscription } from "@tessera/contracts-settings/push.ts";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { Subscription } from "./push-sender.ts";

export interface DeviceRow {
  id: string;
  device: string;
  created_at: string;
  last_used_at: string | null;
  ended_at: string | null;
}

/** What a browser subscribes with, from which session. */
export interface NewDevice extends NewPushSubscription {
  sessionId: string | null;
  device: string;
  serverKey: string;
  /** Digest of the secret that its worker has. */
  renewalHash: string;
}

const columns = sql`id, device, created_at, last_used_at, ended_at`;

/** The browsers that people switched notifications on in. */
@Injectable()
export class DeviceStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(tx: Tx, userId: string): Promise<DeviceRow[]> {
    const { rows } = await tx.execute<DeviceRow & Record<string, unknown>>(
      sql`select ${columns} from settings.push_device where user_id = ${userId} order by created_at desc, id`,
    );
    return rows;
  }

  /** The device with this endpoint, changed or new; null where the person has as many as there may be. */
  async add(tx: Tx, userId: string, device: NewDevice): Promise<DeviceRow | null> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`settings.push ${userId}`}, 0))`);
    const known = sql`fingerprint = ${fingerprintOf(device.endpoint)}`;
    const changed = await this.change(tx, userId, known, device);
    if (changed) return changed;
    const { rows } = await tx.execute<DeviceRow & Record<string, unknown>>(sql`
      insert into settings.push_device
        (user_id, session_id, device, endpoint, fingerprint, p256dh, auth, server_key, renewal_hash, created_at)
      select ${userId}, ${device.sessionId}, ${device.device}, ${device.endpoint}, ${fingerprintOf(device.endpoint)},
        ${device.keys.p256dh}, ${device.keys.auth}, ${device.serverKey}, ${device.renewalHash},
        ${this.clock.now().toISOString()}::timestamptz
      where (select count(*) from settings.push_device where user_id = ${userId}) < ${MAX_PUSH_DEVICES}
      returning ${columns}`);
    return rows[0] ?? null;
  }

  /** Null where there is no such device. */
  async renew(tx: Tx, userId: string, id: string, device: NewDevice): Promise<DeviceRow | null> {
    // The same browser, switched on a second time meanwhile.
    await tx.execute(sql`delete from settings.push_device
      where user_id = ${userId} and fingerprint = ${fingerprintOf(device.endpoint)} and id <> ${id}
        and exists (select from settings.push_device where user_id = ${userId} and id = ${id})`);
    return this.change(tx, userId, sql`id = ${id}`, device);
  }

  private async change(tx: Tx, userId: string, which: SQL, device: NewDevice): Promise<DeviceRow | null> {
    const { rows } = await tx.execute<DeviceRow & Record<string, unknown>>(sql`
      update settings.push_device set session_id = ${device.sessionId}, ended_at = null, device = ${device.device},
        endpoint = ${device.endpoint}, fingerprint = ${fingerprintOf(device.endpoint)},
        p256dh = ${device.keys.p256dh}, auth = ${device.keys.auth}, server_key = ${device.serverKey},
        renewal_hash = ${device.renewalHash}
      where user_id = ${userId} and ${which} returning ${columns}`);
    return rows[0] ?? null;
  }

  /**
   * Gives the device with this secret another subscription; all else about it stays. False where there is none, or its
   * session has ended.
   */
  async renewUnattended(
    renewalHash: string,
    { endpoint, keys }: NewPushSubscription,
    serverKey: string,
  ): Promise<boolean> {
    return this.database.system(async (tx) => {
      const fingerprint = fingerprintOf(endpoint);
      const { rows } = await tx.execute<{ id: string }>(sql`
        update settings.push_device d set endpoint = ${endpoint}, fingerprint = ${fingerprint}, p256dh = ${keys.p256dh},
          auth = ${keys.auth}, server_key = ${serverKey}
        where renewal_hash = ${renewalHash} and ended_at is null and not exists (
          select from settings.push_device o where o.fingerprint = ${fingerprint} and o.id <> d.id)
        returning id`);
      return rows.length > 0;
    });
  }

  async remove(tx: Tx, userId: string, id: string): Promise<boolean> {
    const { rows } = await tx.execute(
      sql`delete from settings.push_device where user_id = ${userId} and id = ${id} returning id`,
    );
    return rows.length > 0;
  }

  /**
   * The same subscription is nobody else's any more: another person has signed in at that browser. Who knows its secret
   * is that browser.
   */
  async takeFromOthers(userId: string, { endpoint, keys }: NewPushSubscription): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`delete from settings.push_device
        where fingerprint = ${fingerprintOf(endpoint)} and auth = ${keys.auth} and user_id <> ${userId}`),
    );
  }

  /** Devices of a person that are sent to now. */
  async idsToTell(tx: Tx, userId: string): Promise<string[]> {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from settings.push_device where user_id = ${userId} and ended_at is null`,
    );
    return rows.map(({ id }) => id);
  }

  /** What to send to; null where nothing is to be sent any more. */
  async subscription(tx: Tx, userId: string, id: string): Promise<Subscription | null> {
    const { rows } = await tx.execute<Subscription & Record<string, unknown>>(sql`
      select endpoint, p256dh, auth, server_key as "serverKey" from settings.push_device
      where user_id = ${userId} and id = ${id} and ended_at is null`);
    return rows[0] ?? null;
  }

  /** Its push service took a message. */
  async used(tx: Tx, userId: string, id: string): Promise<void> {
    const now = this.clock.now().toISOString();
    await tx.execute(
      sql`update settings.push_device set last_used_at = ${now} where user_id = ${userId} and id = ${id}`,
    );
  }

  /** Its push service knows it no more; unless the browser has subscribed again meanwhile. */
  async gone(tx: Tx, userId: string, id: string, { endpoint }: Subscription): Promise<void> {
    await tx.execute(sql`delete from settings.push_device
      where user_id = ${userId} and id = ${id} and fingerprint = ${fingerprintOf(endpoint)}`);
  }

  async removeAll(userId: string): Promise<void> {
    await this.database.system((tx) => tx.execute(sql`delete from settings.push_device where user_id = ${userId}`));
  }
}

const fingerprintOf = (endpoint: string) => hash("sha256", endpoint, "base64url");
