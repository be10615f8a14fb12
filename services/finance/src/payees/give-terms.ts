import { Injectable, type OnModuleInit } from "@nestjs/common";
import { termsGiven, termsWanted } from "@tessera/contracts-transcribe/events.ts";
import { MAX_GIVEN, MAX_TERM_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import { Database, Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

/** Gives the names of payees to the recognition of their person's speech, those that are paid most often first. */
@Injectable()
export class GiveTerms implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  onModuleInit() {
    this.events.on(termsWanted, "finance.terms", ({ userId }) => this.give(userId));
  }

  private give(userId: string): Promise<void> {
    return this.database.as({ userId }, async (tx) => {
      const { rows } = await tx.execute<{ name: string }>(sql`
        select p.name from finance.payee p
        left join finance.transaction t on t.user_id = p.user_id and t.payee_id = p.id
        where p.user_id = ${userId} and length(p.name) between 2 and ${MAX_TERM_LENGTH}
        group by p.id, p.name order by count(t.id) desc, p.name limit ${MAX_GIVEN}`);
      await this.events.publish(tx, termsGiven, { userId, source: "payee", terms: rows.map(({ name }) => name) });
    });
  }
}
