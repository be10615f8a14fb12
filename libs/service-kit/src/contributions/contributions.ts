import { sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import type { Notifications } from "../database/notifications.ts";
import type { ServiceDefinition } from "../service-definition.ts";

/** What one service adds to a list. The service that reads the list knows the shape of its entries, and checks it. */
export interface Contributed {
  service: string;
  entries: unknown[];
}

const CHANNEL = "kit_contribution";

/**
 * What services add to other services, as data (`ServiceDefinition.contributes`). Each process announces what its own
 * services declare; every process on the database reads all of it, whichever of them runs where.
 */
export class Contributions {
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
  ) {}

  /** Replaces what these services declared before. Readers learn of it when something changed. */
  async announce(services: Pick<ServiceDefinition, "name" | "contributes">[]): Promise<void> {
    const names = services.map(({ name }) => name);
    const declared = services.flatMap(({ name, contributes = {} }) =>
      Object.entries(contributes).map(([list, entries]) => ({ service: name, list, entries })),
    );
    await this.database.system(async (tx) => {
      const { rows } = await tx.execute(sql`
        with declared as (
          select * from jsonb_to_recordset(${JSON.stringify(declared)}::jsonb) as d (service text, list text, entries jsonb)
        ), removed as (
          delete from kit.contribution c where c.service = any(${sql.param(names)}::text[])
            and not exists (select from declared d where d.service = c.service and d.list = c.list)
          returning c.list
        ), written as (
          insert into kit.contribution as c (service, list, entries) select service, list, entries from declared
          on conflict (service, list) do update set entries = excluded.entries where c.entries <> excluded.entries
          returning c.list
        )
        select list from removed union all select list from written`);
      if (rows.length) await tx.execute(sql`select pg_notify(${CHANNEL}, '')`);
    });
  }

  /** All that was declared for a list, by service. */
  async of(list: string): Promise<Contributed[]> {
    const { rows } = await this.database.statement((tx) =>
      tx.execute<{ service: string; entries: unknown[] }>(
        sql`select service, entries from kit.contribution where list = ${list} order by service`,
      ),
    );
    return rows;
  }

  /** Calls back after some process has declared something else than before. */
  follow(changed: () => void): Promise<{ close(): Promise<void> }> {
    return this.notifications.listen(CHANNEL, changed, changed);
  }
}
