// A process that works on one run and kills itself at KILL_AT; runs/killed.spec.ts starts it.
import { createApplication } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { agentsService } from "../index.ts";
import { RunStore } from "../runs/run.store.ts";
import { RunTurns } from "../runs/run-turns.ts";
import { afterAnswer, afterEffect, workshopService } from "./tools-service.ts";

/** For the run, on a machine that may be busy. */
const LIMIT_MS = 150_000;

const { USER_ID = "", RUN_ID = "", MODELS_URL = "", KILL_AT } = process.env;
const reached = (point: string) => {
  if (KILL_AT === point) process.kill(process.pid, "SIGKILL");
};

const application = await createApplication([agentsService, workshopService], { environment: process.env });
const { database, nest } = application;
const turns = nest.get(RunTurns);
const known = await database.system((tx) => tx.execute(sql`select 1 from agents.run where id = ${RUN_ID}`));
if (!known.rows.length) await begin();
afterEffect.run = () => reached("the effect");
afterAnswer.run = () => reached("the answer");
// What a killed process left is taken up at once, not when its last sign of life is old enough.
await database.pool.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
await application.listen();
const rows = async (text: string) => (await database.pool.query<Record<string, unknown>>(text, [RUN_ID])).rows;
await until(
  "the end of the run",
  async () => {
    const [step] = await rows("select 1 from agents.step where run_id = $1 and state = 'running' and text = 'Half'");
    if (step) reached("the model writes");
    return (await rows("select 1 from agents.run where id = $1 and finished_at is not null")).length > 0;
  },
  { limitMs: LIMIT_MS },
);
const steps = await rows("select name, state from agents.step where run_id = $1 order by number");
const calls = await rows("select state, reserved_micros::int, cost_micros::int from agents.call where run_id = $1");
const effects = await rows("select title from workshop.effect where $1::text is not null");
await new Promise<void>((written) =>
  process.stdout.write(`${JSON.stringify({ steps, calls, effects })}\n`, () => written()),
);
await application.close();

async function begin(): Promise<void> {
  const now = new Date();
  await database.system(async (tx) => {
    await tx.execute(sql`
      with provider as (
        insert into agents.provider (user_id, name, kind, base_url, created_at)
        values (${USER_ID}, 'Local', 'openai-compatible', ${MODELS_URL}, now()) returning id
      ), model as (
        insert into agents.model (user_id, provider_id, name, title, input_price, output_price, created_at)
        select ${USER_ID}::uuid, id, 'small', 'small', 1000000, 1000000, now() from provider returning id
      )
      insert into agents.agent (id, user_id, name, icon, instructions, model_id, max_output_tokens, tools, created_at)
      select ${RUN_ID}::uuid, ${USER_ID}::uuid, 'Clerk', 'bot', '', id, 100, '{"create_card":"allow"}', now() from model`);
    const run = { id: RUN_ID, user_id: USER_ID, agent_id: RUN_ID, agent_name: "Clerk", task: "Keep it" };
    await nest.get(RunStore).insert(tx, { ...run, card_limit: null, storage_limit: null }, now);
    await turns.fill(tx, USER_ID);
  });
}
