// A process that ends the run BEFORE_ID, then works on RUN_ID and kills itself at its moment KILL_AT; started by
// runs/killed.spec.ts. Moments of a run are what is stored of it, effects of its tools and their answers, from 1.
import { createApplication } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { agentsService } from "../index.ts";
import { RunStore } from "../runs/run.store.ts";
import { RunTurns } from "../runs/run-turns.ts";
import { afterAnswer, afterEffect, workshopService } from "./tools-service.ts";

/** For the run, on a machine that may be busy. */
const LIMIT_MS = 150_000;

const { USER_ID = "", BEFORE_ID, RUN_ID, MODELS_URL = "", KILL_AT = "0" } = process.env;
let moments = 0;
let isCounting = false;
const moment = () => {
  if (!isCounting) return;
  moments += 1;
  if (moments === Number(KILL_AT)) process.kill(process.pid, "SIGKILL");
};

const application = await createApplication([agentsService, workshopService], { environment: process.env });
const { database, nest } = application;
const turns = nest.get(RunTurns);
const runs = nest.get(RunStore);
afterEffect.run = moment;
afterAnswer.run = moment;
countWrites();
// What a killed process left is taken up at once, not when its last sign of life is old enough.
await database.pool.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
await application.listen();
if (BEFORE_ID) {
  await ended(BEFORE_ID);
  await tell({ run: await endOf(BEFORE_ID) });
}
if (RUN_ID) {
  isCounting = true;
  await begin(RUN_ID);
  await ended(RUN_ID);
  await tell({ run: await endOf(RUN_ID), moments });
}
await application.close();

/** Pieces of an answer are left out: how many are stored of it depends on how fast it comes. */
function countWrites(): void {
  const { insertStep, updateStep, update } = runs;
  runs.insertStep = (...of) => insertStep.apply(runs, of).finally(moment);
  runs.update = (...of) => update.apply(runs, of).finally(moment);
  runs.updateStep = async (...of) => {
    const isDone = await updateStep.apply(runs, of);
    if ("state" in of[4]) moment();
    return isDone;
  };
}

async function rows(text: string, ...values: string[]) {
  return (await database.pool.query<Record<string, unknown>>(text, values)).rows;
}

function ended(id: string) {
  const isOver = async () => (await rows("select 1 from agents.run where id = $1 and finished_at is not null", id))[0];
  return until("the end of the run", isOver, { limitMs: LIMIT_MS });
}

async function endOf(id: string) {
  const [run] = await rows("select task, state from agents.run where id = $1", id);
  return {
    ...run,
    steps: await rows("select name, state, reason from agents.step where run_id = $1 order by number", id),
    calls: await rows("select state, reserved_micros::int, cost_micros::int from agents.call where run_id = $1", id),
    effects: await rows(
      "select title from workshop.effect where starts_with(title, $1) order by title",
      String(run!.task),
    ),
  };
}

function tell(line: object): Promise<void> {
  return new Promise((written) => process.stdout.write(`${JSON.stringify(line)}\n`, () => written()));
}

async function begin(id: string): Promise<void> {
  const now = new Date();
  await database.system(async (tx) => {
    await tx.execute(sql`
      with provider as (
        insert into agents.provider (user_id, name, kind, base_url, created_at)
        values (${USER_ID}, ${id}, 'openai-compatible', ${MODELS_URL}, now()) returning id
      ), model as (
        insert into agents.model (user_id, provider_id, name, title, input_price, output_price, created_at)
        select ${USER_ID}::uuid, id, 'small', 'small', 1000000, 1000000, now() from provider returning id
      )
      insert into agents.agent (id, user_id, name, icon, instructions, model_id, max_output_tokens, tools, created_at)
      select ${id}::uuid, ${USER_ID}::uuid, ${id}, 'bot', '', id, 100, '{"create_card":"allow"}', now() from model`);
    const run = { id, user_id: USER_ID, agent_id: id, agent_name: "Clerk", task: id };
    await runs.insert(tx, { ...run, card_limit: null, storage_limit: null }, now);
    await turns.fill(tx, USER_ID);
  });
}
