import { randomUUID } from "node:crypto";
import path from "node:path";
import { openKilledWorld, STARTS_MS } from "@tessera/testing/killed-process.ts";
import { type ModelServer, startModelServer } from "@tessera/testing/model-server.ts";

const PROCESS = path.resolve(import.meta.dirname, "../testing/killed-run.ts");

let world: Awaited<ReturnType<typeof openKilledWorld>>;
let models: ModelServer;
beforeEach(async () => {
  models = await startModelServer();
  world = await openKilledWorld();
}, STARTS_MS);
afterEach(async () => {
  await models.stop();
  await world.close();
}, STARTS_MS);

const run = (of: { USER_ID: string; RUN_ID: string }, killAt = "") =>
  world.run(PROCESS, { SERVICE_URLS: "*=http://127.0.0.1:9", MODELS_URL: models.url, KILL_AT: killAt, ...of });

const USE = { toolCalls: [{ name: "create_card", arguments: { title: "Milk" } }] };
const ANSWER = { pieces: ["Kept."] };
/** The model writes half of its answer, and no more. */
const HALF = { pieces: ["Half", "never"], holdBefore: 1 };

it.each([
  ["the effect", [USE, ANSWER], ["small done", "create_card done", "small done"]],
  ["the answer", [USE, ANSWER], ["small done", "create_card done", "small done"]],
  ["the model writes", [HALF, USE, ANSWER], ["small interrupted", "small done", "create_card done", "small done"]],
])(
  "a run whose process is killed at %s goes on at the last stored step, and its tool is used once",
  async (point, answers, steps) => {
    models.answers = [...answers];
    const of = { USER_ID: randomUUID(), RUN_ID: randomUUID() };
    expect(await run(of, point)).toMatchObject({ signal: "SIGKILL", output: "" });
    const { output, code } = await run(of);
    expect(code).toBe(0);
    const end = JSON.parse(output) as {
      steps: { name: string; state: string }[];
      calls: { state: string; reserved_micros: number; cost_micros: number | null }[];
      effects: { title: string }[];
    };
    expect(end.steps.map(({ name, state }) => `${name} ${state}`)).toEqual(steps);
    expect(end.effects).toEqual([{ title: "Milk" }]);
    // Nothing stays reserved that nobody uses: what was sent counts, the longest answer does not.
    for (const { cost_micros, reserved_micros, state } of end.calls)
      if (cost_micros === null) expect([state, reserved_micros < 3_000]).toEqual(["stopped", true]);
  },
  STARTS_MS,
);
