import { Injectable } from "@nestjs/common";
import type { AuditEntry } from "@tessera/contracts-releases/releases.ts";
import { Clock, Database, Log } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

interface Entry {
  app: string;
  actor: string;
  action: AuditEntry["action"];
  /** Release id. */
  release?: string | null;
  detail?: string;
}

/** Who did what, written in the transaction that does it. */
@Injectable()
export class Audit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async write({ app, actor, action, release = null, detail = "" }: Entry): Promise<void> {
    await this.database.system((tx) =>
      tx.execute(sql`insert into releases.audit (at, app, actor, action, release, detail)
        values (${this.clock.now().toISOString()}, ${app}, ${actor}, ${action}, ${release}, ${detail})`),
    );
    this.log.info({ app, release, action, actor, detail }, "release log");
  }

  /** Newest first, of all apps, 50 at most. */
  latest(): Promise<AuditEntry[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{
        id: string;
        at: string | Date;
        app: string;
        actor: string;
        action: AuditEntry["action"];
        release: string | null;
        version: string | null;
        number: number | null;
        detail: string;
      }>(sql`
        select entry.id::text, at, entry.app, actor, action, release, document ->> 'version' as version, number, detail
        from releases.audit entry left join releases.release known on known.app = entry.app and known.id = entry.release
        order by entry.id desc limit 50`);
      return rows.map(({ version, number, ...row }) => ({
        ...row,
        at: new Date(row.at).toISOString(),
        release: row.release === null || number === null ? null : { id: row.release, version: version!, number },
      }));
    });
  }
}
