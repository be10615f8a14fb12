import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { administratorsEntry, entryClosed, entryOpened } from "@tessera/contracts-queue/events.ts";
import { type Administrators, Database, Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { ADMINISTRATORS } from "./admin.guard.ts";

interface Candidate extends Record<string, unknown> {
  id: string;
  email: string | null;
  roles: string[];
}

/** Gives what waits for administrators to each of them: services know what it is, identity who they are. */
@Injectable()
export class AdministratorsEntries implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly database: Database,
    @Inject(ADMINISTRATORS) private readonly administrators: Administrators,
  ) {}

  onModuleInit(): void {
    this.events.on(administratorsEntry, "identity.administrators", ({ state, ...entry }) =>
      this.database.system(async (tx) => {
        for (const userId of await this.people(tx)) {
          if (state === "open") await this.events.publish(tx, entryOpened, { ...entry, userId });
          else await this.events.publish(tx, entryClosed, { userId, key: entry.key });
        }
      }),
    );
  }

  /** By the accounts as they are now; an address counts once it is confirmed. */
  private async people(tx: Tx): Promise<string[]> {
    const { rows } = await tx.execute<Candidate>(sql`
      select id, case when email_confirmed_at is not null then email end as email,
        coalesce((select jsonb_agg(role) from jsonb_array_elements_text(
          case when jsonb_typeof(app_metadata -> 'roles') = 'array' then app_metadata -> 'roles' else '[]' end) role),
          '[]') as roles
      from identity.users
      where deleted_at is null and (app_metadata -> 'roles' ?| array['admin', 'owner']
        or lower(email) = any(${sql.param([...this.administrators.listed])}::text[]))
      order by created_at`);
    return rows.filter((row) => this.administrators.includes(row)).map(({ id }) => id);
  }
}
