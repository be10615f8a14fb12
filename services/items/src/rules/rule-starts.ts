import { randomUUID } from "node:crypto";
import { Injectable, type OnModuleInit } from "@nestjs/common";
import { addressChanged } from "@tessera/contracts-identity/events.ts";
import { cardMetRule } from "@tessera/contracts-items/events.ts";
import { Clock, Database, Events, PlanStandings, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { PersonDays } from "../days/person-days.ts";
import type { RunningRule } from "./rule-row.ts";

/** Runs that are known of one card. */
const MAX_TOUCHING_RUNS = 20;

/** A card that met rules which give it to agents. */
export interface CardToGive {
  id: string;
  type: string;
  rules: readonly RunningRule[];
}

/** Gives cards to agents, as rules say. */
@Injectable()
export class RuleStarts implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly days: PersonDays,
    private readonly plans: PlanStandings,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    // Whether the person needs a plan depends on their address.
    this.events.on(addressChanged, "items.rules", async ({ userId, email }) => {
      const openedBy = this.plans.openedBy(email);
      await this.database.as({ userId }, (tx) =>
        tx.execute(sql`update items.rule set opened_by = ${openedBy} where user_id = ${userId}`),
      );
    });
  }

  /** Told in the transaction that stored the card; once for a card and a rule. */
  async give(tx: Tx, userId: string, { id, type, rules }: CardToGive): Promise<void> {
    for (const { id: ruleId, name, agent, openedBy } of rules) {
      if (!agent) continue;
      const { rows } = await tx.execute(sql`
        insert into items.rule_start (item_id, rule_id, user_id, at)
        values (${id}, ${ruleId}, ${userId}, ${this.clock.now().toISOString()}::timestamptz)
        on conflict do nothing returning item_id`);
      if (!rows.length) continue;
      await this.events.publish(tx, cardMetRule, {
        ...{ userId, itemId: id, type, rule: { id: ruleId, name }, agentId: agent.agentId, task: agent.task, openedBy },
        ...{ runId: randomUUID(), touchedBy: await this.touching(tx, id) },
        timeZone: await this.days.zoneOf(tx, userId),
      });
    }
  }

  /** Keeps that a run made or changed a card, which the transaction may still be about to store. */
  async touch(tx: Tx, userId: string, itemId: string, runId: string): Promise<void> {
    await tx.execute(sql`
      insert into items.touched_card as t (item_id, user_id, runs)
      values (${itemId}, ${userId}, array[${runId}::uuid])
      on conflict (item_id) do update
        set runs = (array_remove(t.runs, ${runId}::uuid) || ${runId}::uuid)
          [greatest(1, cardinality(t.runs) - ${MAX_TOUCHING_RUNS - 2}):]`);
  }

  private async touching(tx: Tx, itemId: string): Promise<string[]> {
    const { rows } = await tx.execute<{ runs: string[] }>(
      sql`select runs from items.touched_card where item_id = ${itemId}`,
    );
    return rows[0]?.runs ?? [];
  }
}
