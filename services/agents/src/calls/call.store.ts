import { Injectable } from "@nestjs/common";
import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import type { Prices } from "@tessera/contracts-agents/models.ts";
import type { CallUsage } from "@tessera/contracts-agents/prompts.ts";
import { agentTokens } from "@tessera/contracts-billing/meters.ts";
import { type Tx, Usage } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

const DIED = "The service ended while the model answered.";

/** How a call ended. */
export interface CallEnd {
  state: "done" | "stopped" | "failed";
  finish: string | null;
  error: string | null;
  usage: CallUsage;
}

/** Calls of models and what they cost: everything that asks a provider is written here, before it asks and after. */
@Injectable()
export class CallStore {
  constructor(private readonly ledger: Usage) {}

  /**
   * @returns false when a call of this id was begun before @throws ProblemException 402 `usage_limit_reached` when the
   * tokens of this month are used
   */
  async begin(
    tx: Tx,
    userId: string,
    call: {
      id: string;
      /** Null: a test prompt. */
      agentId: string | null;
      /** The most that it can cost, micro-dollars. */
      reservedMicros: number | null;
      runId: string | null;
      /** The most tokens that what is sent can have. */
      sentTokens: number;
      model: { id: string; name: string; providerName: string; prices: Prices };
      now: Date;
    },
  ): Promise<boolean> {
    const { id, name, providerName, prices } = call.model;
    // The offline model uses none of them.
    if (id !== OFFLINE_MODEL_ID) await this.ledger.ensure(tx, { meter: agentTokens, account: userId });
    const { rows } = await tx.execute(sql`
      insert into agents.call (id, user_id, purpose, model_id, provider_name, model_name, input_price, cached_price,
                               output_price, agent_id, reserved_micros, run_id, sent_tokens, started_at, alive_at)
      values (${call.id}, ${userId}, ${call.agentId ? "agent" : "prompt"}, ${id}, ${providerName}, ${name}, ${prices.input},
              ${prices.cached}, ${prices.output}, ${call.agentId}, ${call.reservedMicros}, ${call.runId}, ${call.sentTokens},
              ${call.now.toISOString()}, ${call.now.toISOString()})
      on conflict (id) do nothing returning id`);
    return rows.length > 0;
  }

  /**
   * Says that the process which asks is alive, and how much came back. Nothing is waited for: a call that another
   * transaction ends is left out.
   */
  async keepAlive(tx: Tx, calls: readonly { id: string; seenTokens: number }[], now: Date): Promise<void> {
    const ids = calls.map(({ id }) => id);
    const seen = calls.map(({ seenTokens }) => seenTokens);
    await tx.execute(sql`
      with alive as (
        select c.id, told.seen from agents.call c
          join unnest(${sql.param(ids)}::uuid[], ${sql.param(seen)}::integer[]) as told (id, seen) using (id)
        where c.state = 'running' for no key update of c skip locked
      )
      update agents.call c set alive_at = ${now.toISOString()}, seen_tokens = alive.seen
      from alive where c.id = alive.id`);
  }

  /**
   * Settles calls whose process died: what the rest of the answer was to cost is given back. What was sent and what had
   * come back counts with the most that it can cost, as the provider may charge it.
   * @param id of one call; without, of all that nobody has kept alive since `before`
   */
  async settleDead(tx: Tx, { id, before }: { id: string; before?: undefined } | { id?: undefined; before: Date }) {
    await tx.execute(sql`
      update agents.call set state = 'stopped', error = ${DIED}, reserved_micros = case
        when reserved_micros is null then null
        else least(reserved_micros, (coalesce(sent_tokens, 0)::numeric * coalesce(input_price, 0)
          + seen_tokens::numeric * coalesce(output_price, 0)) / 1000000)::bigint end
      where state = 'running' and ${id ? sql`id = ${id}` : sql`alive_at < ${before!.toISOString()}`}`);
  }

  /** Ends a call that runs, and meters its tokens in the same transaction. */
  async end(tx: Tx, userId: string, id: string, { state, finish, error, usage }: CallEnd): Promise<void> {
    // Providers charge for no request that they refuse.
    const isFree = state === "failed" && usage.firstTokenMs === null;
    const { rows } = await tx.execute<{ model: string; agent: string | null }>(sql`
      update agents.call c set state = ${state}, finish = ${finish}, error = ${error}, input_tokens = ${usage.inputTokens},
        cached_tokens = ${usage.cachedTokens}, output_tokens = ${usage.outputTokens}, cost_micros = ${usage.costMicros},
        reserved_micros = case when ${isFree} then 0 else reserved_micros end, first_token_ms = ${usage.firstTokenMs}, total_ms = ${usage.totalMs}
      where id = ${id} and user_id = ${userId} and state = 'running'
      returning model_name as model, (select a.name from agents.agent a where a.id = c.agent_id) as agent`);
    const quantity = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
    if (!rows[0] || quantity === 0) return;
    const { model, agent } = rows[0];
    await this.ledger.record(tx, {
      meter: agentTokens,
      quantity,
      account: userId,
      key: id,
      model,
      agent: agent ?? undefined,
      subject: agent === null ? "Test prompt" : undefined,
    });
  }
}
