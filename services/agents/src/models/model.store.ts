import { Injectable } from "@nestjs/common";
import { OFFLINE_MODEL_ID } from "@tessera/contracts-agents/limits.ts";
import type { Model, ModelChange } from "@tessera/contracts-agents/models.ts";
import type { Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import type { ListedModel } from "../providers/model-list.ts";
import { OFFLINE_ROW } from "./offline-row.ts";

/** A row of agents.model with its provider's name. */
export interface ModelRow extends Record<string, unknown> {
  id: string;
  provider_id: string;
  provider_name: string;
  name: string;
  title: string;
  context_tokens: number | null;
  max_output_tokens: number | null;
  tools: boolean | null;
  vision: boolean | null;
  reasoning: boolean | null;
  /** bigint, which the driver gives as text. */
  input_price: string | null;
  cached_price: string | null;
  output_price: string | null;
  listed: boolean;
}

const COLUMNS = sql.raw(
  "model.id, provider_id, provider.name as provider_name, model.name, title, context_tokens, max_output_tokens, tools, " +
    "vision, reasoning, input_price, cached_price, output_price, listed",
);
const FROM = sql.raw("agents.model join agents.provider on provider.id = provider_id");

/** Columns that a provider's list fills, and the person may set. */
const KNOWN = [
  "title",
  "context_tokens",
  "max_output_tokens",
  "tools",
  "vision",
  "reasoning",
  "input_price",
  "cached_price",
  "output_price",
] as const;
type Known = (typeof KNOWN)[number];

@Injectable()
export class ModelStore {
  /** By provider, in the order in which providers were added; the offline model last. */
  async list(tx: Tx, userId: string): Promise<ModelRow[]> {
    const { rows } = await tx.execute<ModelRow>(sql`
      select ${COLUMNS} from ${FROM} where model.user_id = ${userId}
      order by provider.created_at, provider.id, lower(title), model.id`);
    return [...rows, OFFLINE_ROW];
  }

  async get(tx: Tx, userId: string, id: string): Promise<ModelRow | undefined> {
    if (id === OFFLINE_MODEL_ID) return OFFLINE_ROW;
    const { rows } = await tx.execute<ModelRow>(
      sql`select ${COLUMNS} from ${FROM} where model.user_id = ${userId} and model.id = ${id}`,
    );
    return rows[0];
  }

  async count(tx: Tx, providerId: string): Promise<number> {
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from agents.model where provider_id = ${providerId}`,
    );
    return rows[0]!.count;
  }

  /** @returns undefined when the provider has a model of that name already */
  async insert(
    tx: Tx,
    userId: string,
    row: { providerId: string; name: string; title: string; now: Date },
  ): Promise<string | undefined> {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into agents.model (user_id, provider_id, name, title, created_at, kept)
      values (${userId}, ${row.providerId}, ${row.name}, ${row.title}, ${row.now.toISOString()}, '{title}')
      on conflict (provider_id, name) do nothing returning id`);
    return rows[0]?.id;
  }

  async change(tx: Tx, userId: string, id: string, change: ModelChange): Promise<void> {
    const values = columnsOf(change);
    const names = Object.keys(values) as Known[];
    if (!names.length) return;
    const sets: SQL[] = names.map((name) => sql`${sql.identifier(name)} = ${values[name]}`);
    const kept = sql`kept = array(select distinct unnest(kept || ${sql.raw(`'{${names.join(",")}}'`)}::text[]))`;
    await tx.execute(
      sql`update agents.model set ${sql.join([...sets, kept], sql`, `)} where user_id = ${userId} and id = ${id}`,
    );
  }

  /**
   * Keeps what a provider lists now. What the person set stays; models that are not listed any more are marked.
   * @returns how many are new
   */
  async replaceListed(tx: Tx, userId: string, providerId: string, models: ListedModel[], now: Date): Promise<number> {
    const listed = JSON.stringify(models.map(rowOf));
    await tx.execute(sql`
      update agents.model set listed = exists (
        select 1 from jsonb_to_recordset(${listed}::jsonb) as l(name text) where l.name = model.name)
      where provider_id = ${providerId} and user_id = ${userId}`);
    const updates = KNOWN.map(
      (name) => `${name} = case when '${name}' = any(model.kept) then model.${name} else excluded.${name} end`,
    );
    const { rows } = await tx.execute<{ added: boolean }>(sql`
      insert into agents.model (user_id, provider_id, name, created_at, ${sql.raw(KNOWN.join(", "))})
      select ${userId}::uuid, ${providerId}::uuid, name, ${now.toISOString()}::timestamptz, ${sql.raw(KNOWN.join(", "))}
      from jsonb_to_recordset(${listed}::jsonb) as l(name text, title text, context_tokens integer,
        max_output_tokens integer, tools boolean, vision boolean, reasoning boolean, input_price bigint,
        cached_price bigint, output_price bigint)
      on conflict (provider_id, name) do update set listed = true, ${sql.raw(updates.join(", "))}
      returning created_at = ${now.toISOString()}::timestamptz as added`);
    return rows.filter(({ added }) => added).length;
  }

  /** @returns whether there was one */
  async remove(tx: Tx, userId: string, id: string): Promise<boolean> {
    const { rows } = await tx.execute(
      sql`delete from agents.model where user_id = ${userId} and id = ${id} returning id`,
    );
    return rows.length > 0;
  }
}

const rowOf = (model: ListedModel) => ({
  name: model.name,
  title: model.title,
  context_tokens: model.contextTokens,
  max_output_tokens: model.maxOutputTokens,
  tools: model.tools,
  vision: model.vision,
  reasoning: model.reasoning,
  input_price: model.inputPrice,
  cached_price: model.cachedPrice,
  output_price: model.outputPrice,
});

function columnsOf({ title, contextTokens, maxOutputTokens, capabilities, prices }: ModelChange) {
  const values: Partial<Record<Known, unknown>> = {
    title,
    context_tokens: contextTokens,
    max_output_tokens: maxOutputTokens,
    ...capabilities,
    ...(prices && { input_price: prices.input, cached_price: prices.cached, output_price: prices.output }),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

const numberOf = (bigint: string | null) => (bigint === null ? null : Number(bigint));

export const pricesOf = (row: Pick<ModelRow, "input_price" | "cached_price" | "output_price">) => ({
  input: numberOf(row.input_price),
  cached: numberOf(row.cached_price),
  output: numberOf(row.output_price),
});

export const shownModel = (row: ModelRow): Model => ({
  id: row.id,
  providerId: row.provider_id,
  providerName: row.provider_name,
  name: row.name,
  title: row.title,
  contextTokens: row.context_tokens,
  maxOutputTokens: row.max_output_tokens,
  capabilities: { tools: row.tools, vision: row.vision, reasoning: row.reasoning },
  prices: pricesOf(row),
  listed: row.listed,
});
