import { hostname } from "node:os";
import { sql } from "drizzle-orm";
import type { KitConfig } from "../config/kit-config.ts";
import type { Database } from "../database/database.ts";
import type { Log } from "../log.ts";

/** Versions of a contract that live processes serve, each once, by `contracts/<service>`. */
export type Contracts = Record<string, string[]>;

/** How often a process says that it lives, ms. */
const EVERY_MS = 10_000;
/** Silence after which a process counts as gone, seconds: two times missed, and the time that a busy database takes. */
const GONE_AFTER_SECONDS = 30;

/** What the services of all processes on this database serve. A process tells it from its start to its end. */
export class ServedContracts {
  private readonly process: string;
  private timer: NodeJS.Timeout | undefined;
  private telling: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    /** Version by contract: what this process serves. */
    readonly own: Record<string, string>,
    config: Pick<KitConfig, "port">,
    private readonly log: Log,
  ) {
    this.process = `${hostname()}:${config.port}`;
  }

  /** `alone`: no other process can be on this database, whatever one that was killed has left there. */
  async start(alone: boolean): Promise<void> {
    await this.database.system(async (tx) => {
      await tx.execute(
        alone ? sql`delete from kit.contract` : sql`delete from kit.contract where process = ${this.process}`,
      );
    });
    await this.tell();
    this.timer = setInterval(() => {
      this.telling = this.tell().catch((error) =>
        this.log.warn({ err: error }, "The contracts that this process serves could not be published"),
      );
    }, EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.telling;
    // Where the database is gone before the process, its silence says the same a little later.
    await this.database
      .system((tx) => tx.execute(sql`delete from kit.contract where process = ${this.process}`))
      .catch((error) => this.log.warn({ err: error }, "The end of this process could not be published"));
  }

  live(): Promise<Contracts> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ name: string; versions: string[] }>(sql`
        select name, jsonb_agg(distinct version) as versions from kit.contract
        where seen_at > now() - make_interval(secs => ${GONE_AFTER_SECONDS}) group by name`);
      const live = Object.fromEntries(rows.map(({ name, versions }) => [name, versions]));
      for (const [name, version] of Object.entries(this.own))
        if (!live[name]?.includes(version)) live[name] = [...(live[name] ?? []), version];
      return live;
    });
  }

  private async tell(): Promise<void> {
    const served = Object.entries(this.own).map(([name, version]) => ({ name, version }));
    await this.database.system((tx) =>
      tx.execute(sql`
        insert into kit.contract (process, name, version)
        select ${this.process}, name, version from jsonb_to_recordset(${JSON.stringify(served)}::jsonb) as served (name text, version text)
        on conflict (process, name) do update set version = excluded.version, seen_at = excluded.seen_at`),
    );
  }
}
