import { Inject, Injectable } from "@nestjs/common";
import type { MailIn } from "@tessera/contracts-items/mail-in.ts";
import { mailInOff } from "@tessera/contracts-items/problems.ts";
import { type Caller, Clock, Database, PlanStandings, problem } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { ITEMS_CONFIG, type ItemsConfig } from "../config.ts";
import { iso } from "../items/item-row.ts";
import { newMailName } from "./mail-address.ts";

interface Row extends Record<string, unknown> {
  name: string;
  created_at: string;
  last_at: string | null;
  refused_at: string | null;
  refused: string | null;
}

/** The address that each person may have, at which mails become cards. */
@Injectable()
export class MailInService {
  constructor(
    @Inject(ITEMS_CONFIG) private readonly config: ItemsConfig,
    private readonly database: Database,
    private readonly plans: PlanStandings,
    private readonly clock: Clock,
  ) {}

  async get(caller: Caller): Promise<MailIn> {
    const { rows } = await this.database.read<Row>(
      caller,
      sql`select name, created_at, last_at, refused_at, refused from items.mail_address
        where user_id = ${caller.userId}`,
    );
    const { domain } = this.config.mailIn;
    const row = domain === null ? undefined : rows[0];
    return {
      domain,
      address: row ? `${row.name}@${domain}` : null,
      since: row ? iso(row.created_at) : null,
      lastAt: row?.last_at ? iso(row.last_at) : null,
      refused: row?.refused_at ? { at: iso(row.refused_at), reason: row.refused ?? "" } : null,
    };
  }

  /** Gives the person another address; the one before counts no more. @throws ProblemException 409 `mail_in_off` */
  async renew(caller: Caller): Promise<MailIn> {
    if (this.config.mailIn.domain === null) throw problem(mailInOff);
    await this.database.as(caller, (tx) =>
      tx.execute(sql`
        insert into items.mail_address (user_id, name, opened_by, created_at)
        values (${caller.userId}, ${newMailName()}, ${this.plans.openedBy(caller.email)},
          ${this.clock.now().toISOString()}::timestamptz)
        on conflict (user_id) do update set name = excluded.name, opened_by = excluded.opened_by,
          created_at = excluded.created_at, last_at = null, refused_at = null, refused = null`),
    );
    return this.get(caller);
  }

  async remove(caller: Caller): Promise<void> {
    await this.database.as(caller, (tx) =>
      tx.execute(sql`delete from items.mail_address where user_id = ${caller.userId}`),
    );
  }
}
