import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { isConnectionLost } from "../database/database-error.ts";
import type { Notifications } from "../database/notifications.ts";
import type { Pool } from "../database/pool.ts";
import type { Log } from "../log.ts";
import { CHANGE_CHANNEL, type PublishedTable } from "./published-table.ts";

export interface ChangedTable extends Omit<PublishedTable, "columns"> {
  schema: string;
  /** Types are PostgreSQL's names: "text", "int4", "_text" for an array of texts. */
  columns: { name: string; type: string }[];
}

/** One row that was inserted, updated or deleted in a transaction that has committed. */
export interface Change {
  table: ChangedTable;
  type: "INSERT" | "UPDATE" | "DELETE";
  /** Whose row it is; ADMINISTRATORS_KEY where it is nobody's. */
  userId: string;
  at: Date;
  /** The published columns after the change; of a deleted row, those it had. */
  record: Record<string, unknown>;
}

/** How long a lease holds that is not renewed: a killed process's listeners cost writes no longer than this. */
const LEASE_SECONDS = 120;
const RENEW_MS = 30_000;
/** Ms until what a lost connection interrupted is tried again. */
const RETRY_MS = 250;
/** Age at which changes are deleted, and how far back is looked after notifications were missed. */
const KEPT_SECONDS = 300;

interface ChangeRow extends Record<string, unknown> {
  xid: string;
  at: Date;
  schema_name: string;
  table_name: string;
  type: Change["type"];
  user_id: string;
  record: Record<string, unknown>;
}

/** What follows the changes. */
export interface Follower {
  changed(change: Change): void;
  /**
   * Changes were lost for good: the database crashed, and with it what had not been delivered. Everything is to be read
   * again.
   */
  missed(): void;
}

/**
 * Live changes of the tables that services publish. Rows reach the follower in the order of their commits, at most
 * once.
 */
export class Changes {
  private readonly process = randomUUID();
  private readonly leases = new Map<string, { count: number; written: Promise<unknown> }>();
  /** Transactions delivered of late, to skip them when catching up. */
  private readonly delivered = new Map<string, number>();
  private known: Map<string, ChangedTable> | null = null;
  private waiting: string[] = [];
  private reading: Promise<void> | null = null;
  private closed = false;

  constructor(
    private readonly pool: Pool,
    private readonly notifications: Notifications,
    private readonly published: { schema: string; table: PublishedTable }[],
    private readonly log: Log,
  ) {}

  /** The published tables by "schema.table". */
  async tables(): Promise<ReadonlyMap<string, ChangedTable>> {
    this.known ??= new Map(await Promise.all(this.published.map((entry) => this.describe(entry.schema, entry.table))));
    return this.known;
  }

  /** Delivers every change that somebody of this process watches, until closed. For one follower a process. */
  async follow(follower: Follower): Promise<{ close(): Promise<void> }> {
    await this.tables();
    const read = (xids: string[]) => {
      this.waiting.push(...xids);
      this.reading ??= this.deliver(follower).finally(() => {
        this.reading = null;
      });
    };
    const subscription = await this.notifications.listen(
      CHANGE_CHANNEL,
      (xid) => read([xid]),
      () =>
        void this.catchUp(follower).then(read, (error) =>
          this.log.error({ err: error }, "changes: could not catch up"),
        ),
    );
    const upkeep = setInterval(
      () => void this.upkeep().catch((error) => this.log.error({ err: error }, "changes: upkeep")),
      RENEW_MS,
    );
    upkeep.unref();
    return {
      close: async () => {
        this.closed = true;
        clearInterval(upkeep);
        await subscription.close();
        await this.reading;
        // Where the database is gone before the process, the leases run out.
        await this.pool
          .query("delete from kit.change_listener where process = $1", [this.process])
          .catch((error) => this.log.warn({ err: error }, "changes: leases could not be given back"));
      },
    };
  }

  /**
   * Has a person's changes of a table written from now on. @param userId null for everybody's rows
   * @returns what ends it
   */
  async watch(table: ChangedTable, userId: string | null): Promise<() => void> {
    const key = JSON.stringify([table.schema, table.table, userId ?? "*"]);
    let lease = this.leases.get(key);
    if (!lease) {
      lease = { count: 0, written: this.renew([key]) };
      this.leases.set(key, lease);
    }
    lease.count += 1;
    let held = true;
    const end = () => {
      if (!held) return;
      held = false;
      lease.count -= 1;
      if (lease.count === 0 && this.leases.get(key) === lease) this.leases.delete(key);
    };
    try {
      await lease.written;
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  private renew(keys: string[]): Promise<unknown> {
    return this.pool.query(
      `insert into kit.change_listener (process, schema_name, table_name, user_key, expires_at)
       select $1, k ->> 0, k ->> 1, k ->> 2, now() + make_interval(secs => $3) from jsonb_array_elements($2::jsonb) k
       on conflict (schema_name, table_name, user_key, process) do update set expires_at = excluded.expires_at`,
      [this.process, `[${keys.join(",")}]`, LEASE_SECONDS],
    );
  }

  private async upkeep(): Promise<void> {
    if (this.leases.size) await this.renew([...this.leases.keys()]);
    await this.pool.query("delete from kit.change_listener where expires_at < now()");
    await this.pool.query("delete from kit.change where at < now() - make_interval(secs => $1)", [KEPT_SECONDS]);
    const old = performance.now() - KEPT_SECONDS * 1000;
    for (const [xid, at] of this.delivered) if (at < old) this.delivered.delete(xid);
  }

  /** Transactions whose notification was lost with the connection that listened. */
  private async catchUp(follower: Follower): Promise<string[]> {
    while (!this.closed) {
      try {
        if (await this.restoreLeases()) follower.missed();
        return await this.missed();
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        await wait(RETRY_MS);
      }
    }
    return [];
  }

  /** @returns whether leases were gone: a crash empties the unlogged tables, and nothing was written for them since */
  private async restoreLeases(): Promise<boolean> {
    const keys = [...this.leases.keys()];
    if (!keys.length) return false;
    const { rows } = await this.pool.query(
      "select count(*)::int as n from kit.change_listener where process = $1 and expires_at > now()",
      [this.process],
    );
    await this.renew(keys);
    return rows[0].n < keys.length;
  }

  private async missed(): Promise<string[]> {
    const { rows } = await this.pool.query<{ xid: string }>(
      "select xid::text from kit.change where at > now() - make_interval(secs => $1) group by xid order by min(id)",
      [KEPT_SECONDS / 2],
    );
    return rows.map((row) => row.xid).filter((xid) => !this.delivered.has(xid));
  }

  private async deliver(follower: Follower): Promise<void> {
    while (this.waiting.length && !this.closed) {
      const xids = [...new Set(this.waiting.splice(0))].filter((xid) => !this.delivered.has(xid));
      if (!xids.length) continue;
      try {
        const rows = await this.read(xids);
        for (const xid of xids) this.delivered.set(xid, performance.now());
        for (const row of rows) {
          const table = this.known?.get(`${row.schema_name}.${row.table_name}`);
          if (table) follower.changed({ table, type: row.type, userId: row.user_id, at: row.at, record: row.record });
        }
      } catch (error) {
        if (isConnectionLost(error)) {
          this.waiting.unshift(...xids);
          await wait(RETRY_MS);
        } else this.log.error({ err: error }, "changes: could not be read");
      }
    }
  }

  private async read(xids: string[]): Promise<ChangeRow[]> {
    const { rows } = await this.pool.query<ChangeRow>(
      "select xid::text, at, schema_name, table_name, type, user_id, record from kit.change where xid = any($1::text[]::xid8[]) order by array_position($1::text[], xid::text), id",
      [xids],
    );
    return rows;
  }

  private async describe(schema: string, table: PublishedTable): Promise<[string, ChangedTable]> {
    const { rows } = await this.pool.query(
      `select a.attname as name, t.typname as type from pg_attribute a join pg_type t on t.oid = a.atttypid
       where a.attrelid = format('%I.%I', $1::text, $2::text)::regclass and a.attname = any($3)`,
      [schema, table.table, table.columns],
    );
    const columns = table.columns.map(
      (name) => (rows as { name: string; type: string }[]).find((row) => row.name === name)!,
    );
    return [`${schema}.${table.table}`, { ...table, schema, columns }];
  }
}
