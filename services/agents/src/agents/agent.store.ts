import { Injectable } from "@nestjs/common";
import type { Agent, AgentChange, NewAgent } from "@tessera/contracts-agents/agents.ts";
import type { AgentIcon } from "@tessera/contracts-agents/limits.ts";
import type { CardScope } from "@tessera/contracts-agents/scopes.ts";
import type { ToolPolicies } from "@tessera/contracts-agents/tools.ts";
import type { Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";

/** A row of agents.agent as the driver gives it, with what its calls cost; bigint and sums come as text. */
export interface AgentRow extends Record<string, unknown> {
  id: string;
  name: string;
  icon: AgentIcon;
  instructions: string;
  model_id: string | null;
  fallback_model_id: string | null;
  temperature: number | null;
  max_output_tokens: number;
  day_limit_micros: string | null;
  month_limit_micros: string | null;
  tools: ToolPolicies;
  max_steps: number;
  run_tokens: string | null;
  run_limit_micros: string | null;
  scope: CardScope | null;
  created_at: string;
  day_micros: string;
  month_micros: string;
}

const COLUMNS = sql.raw(
  "id, name, icon, instructions, model_id, fallback_model_id, temperature, max_output_tokens, day_limit_micros, " +
    "month_limit_micros, tools, max_steps, run_tokens, run_limit_micros, scope, created_at",
);

/** Names of the columns, by the fields of the contract. */
const COLUMN_OF: Record<keyof NewAgent, string> = {
  name: "name",
  icon: "icon",
  instructions: "instructions",
  modelId: "model_id",
  fallbackModelId: "fallback_model_id",
  temperature: "temperature",
  maxOutputTokens: "max_output_tokens",
  dayLimitMicros: "day_limit_micros",
  monthLimitMicros: "month_limit_micros",
  tools: "tools",
  maxSteps: "max_steps",
  runTokens: "run_tokens",
  runLimitMicros: "run_limit_micros",
  scope: "scope",
};

/** What an agent's calls cost in a unit of time; what they may cost at most while that is unknown. */
const spent = (unit: "day" | "month", now: Date) => sql`(
  select coalesce(sum(coalesce(cost_micros, reserved_micros, 0)), 0) from agents.call
  where agent_id = agent.id and started_at >= date_trunc(${unit}, ${now.toISOString()}::timestamptz, 'UTC'))`;

@Injectable()
export class AgentStore {
  /** Until the transaction ends, no other one gets past here. */
  async lock(tx: Tx, key: string): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`agents.agent ${key}`}, 0))`);
  }

  /** By name; the one of an id, where it is given. */
  async list(tx: Tx, userId: string, now: Date, id?: string): Promise<AgentRow[]> {
    const { rows } = await tx.execute<AgentRow>(sql`
      select ${COLUMNS}, ${spent("day", now)} as day_micros, ${spent("month", now)} as month_micros
      from agents.agent where user_id = ${userId} ${id ? sql`and id = ${id}` : sql``} order by lower(name), id`);
    return rows;
  }

  /** @returns whether another agent of the person has that name */
  async hasName(tx: Tx, userId: string, name: string, except: string | null): Promise<boolean> {
    const { rows } = await tx.execute(sql`
      select 1 from agents.agent
      where user_id = ${userId} and lower(name) = lower(${name}) and id is distinct from ${except}`);
    return rows.length > 0;
  }

  async insert(tx: Tx, userId: string, agent: z.output<typeof NewAgent>, now: Date): Promise<string> {
    const fields = Object.keys(COLUMN_OF) as (keyof NewAgent)[];
    const names = sql.raw(fields.map((field) => COLUMN_OF[field]).join(", "));
    const values = sql.join(
      fields.map((field) => bound(agent, field)),
      sql`, `,
    );
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into agents.agent (user_id, created_at, ${names})
      values (${userId}, ${now.toISOString()}, ${values}) returning id`);
    return rows[0]!.id;
  }

  async change(tx: Tx, userId: string, id: string, change: AgentChange): Promise<void> {
    const sets = (Object.keys(COLUMN_OF) as (keyof NewAgent)[])
      .filter((field) => change[field] !== undefined)
      .map((field) => sql`${sql.identifier(COLUMN_OF[field])} = ${bound(change, field)}`);
    if (sets.length)
      await tx.execute(
        sql`update agents.agent set ${sql.join(sets, sql`, `)} where user_id = ${userId} and id = ${id}`,
      );
  }

  /** From now on this tool is used without asking. */
  async allowTool(tx: Tx, userId: string, id: string, tool: string): Promise<void> {
    await this.lock(tx, userId);
    await tx.execute(sql`
      update agents.agent set tools = tools || jsonb_build_object(${tool}::text, 'allow')
      where user_id = ${userId} and id = ${id}`);
  }

  /** @returns whether there was one */
  async remove(tx: Tx, userId: string, id: string): Promise<boolean> {
    const { rows } = await tx.execute(
      sql`delete from agents.agent where user_id = ${userId} and id = ${id} returning id`,
    );
    return rows.length > 0;
  }
}

const bound = (agent: AgentChange, field: keyof NewAgent) => {
  const value = agent[field];
  const isJson = (field === "tools" || field === "scope") && value !== null;
  return isJson ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
};
const numberOf = (bigint: string | null) => (bigint === null ? null : Number(bigint));

export const shownAgent = (row: AgentRow): Agent => ({
  id: row.id,
  name: row.name,
  icon: row.icon,
  instructions: row.instructions,
  modelId: row.model_id,
  fallbackModelId: row.fallback_model_id,
  temperature: row.temperature,
  maxOutputTokens: row.max_output_tokens,
  dayLimitMicros: numberOf(row.day_limit_micros),
  monthLimitMicros: numberOf(row.month_limit_micros),
  tools: row.tools,
  maxSteps: row.max_steps,
  runTokens: numberOf(row.run_tokens),
  runLimitMicros: numberOf(row.run_limit_micros),
  scope: row.scope,
  spent: { dayMicros: Number(row.day_micros), monthMicros: Number(row.month_micros) },
  createdAt: new Date(row.created_at).toISOString(),
});
