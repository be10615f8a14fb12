import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

export interface PinRow extends Record<string, unknown> {
  id: string;
  app: string;
  release: string;
  /** A user's id, an e-mail address, or @domain; lower case. */
  who: string;
  createdAt: string;
  createdBy: string;
}

/** Releases that somebody gets whatever the rollouts say. */
@Injectable()
export class PinStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  all(): Promise<PinRow[]> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<PinRow>(
        sql`select id, app, release, who, created_at as "createdAt", created_by as "createdBy" from releases.pin order by created_at`,
      );
      return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
    });
  }

  /** Replaces what `who` had of this app. @returns its id */
  put(app: string, release: string, who: string, by: string): Promise<string> {
    return this.database.system(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        insert into releases.pin (id, app, release, who, created_at, created_by)
        values (${randomUUID()}, ${app}, ${release}, ${who}, ${this.clock.now().toISOString()}, ${by})
        on conflict (app, who) do update set release = excluded.release, created_at = excluded.created_at, created_by = excluded.created_by
        returning id`);
      return rows[0]!.id;
    });
  }

  async remove(id: string): Promise<void> {
    await this.database.system((tx) => tx.execute(sql`delete from releases.pin where id = ${id}`));
  }
}

/** The release somebody is pinned to: the closest pin wins (id, then address, then domain). */
export function pinFor(pins: PinRow[], app: string, person: { userId: string; email: string } | null): string | null {
  if (!person) return null;
  const email = person.email.toLowerCase();
  for (const who of [person.userId, email, email.slice(email.lastIndexOf("@"))]) {
    const pin = who && pins.find((candidate) => candidate.app === app && candidate.who === who);
    if (pin) return pin.release;
  }
  return null;
}
