import { randomUUID } from "node:crypto";
import path from "node:path";
import { openKilledWorld, STARTS_MS } from "@tessera/testing/killed-process.ts";
import { type ModelServer, startModelServer } from "@tessera/testing/model-server.ts";

const PROCESS = path.resolve(import.meta.dirname, "../testing/killed-run.ts");
/** Processes that are killed, each at another moment of another run. */
const ROUNDS = 20;
const ROUNDS_MS = 900_000;
/** Says which moments: the same ones in every run of this test. */
const SEED = 15;

let world: Awaited<ReturnType<typeof openKilledWorld>>;
let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
  models.script = ({ messages }) => answerTo(messages);
  world = await openKilledWorld();
}, STARTS_MS);
afterAll(async () => {
  await models.stop();
  await world.close();
}, STARTS_MS);

/** Two cards, one after the other, then the answer: whatever was asked before, what is known decides. */
function answerTo(messages: ModelServer["asked"][number]["messages"]) {
  const task = String(messages.find(({ role }) => role === "user")?.content);
  const used = messages.filter(({ role }) => role === "tool").length;
  if (used === 2) return { pieces: ["Kept ", "both."] };
  return {
    pieces: ["I keep ", "one."],
    toolCalls: [{ name: "create_card", arguments: { title: `${task} ${used + 1}` } }],
  };
}

interface Told {
  moments?: number;
  run: {
    task: string;
    state: string;
    steps: { name: string; state: string; reason: string | null }[];
    calls: { state: string; reserved_micros: number; cost_micros: number | null }[];
    effects: { title: string }[];
  };
}
const USER_ID = randomUUID();
const start = async (of: { BEFORE_ID?: string; RUN_ID?: string; KILL_AT?: string }) => {
  const ended = await world.run(PROCESS, {
    SERVICE_URLS: "*=http://127.0.0.1:9",
    MODELS_URL: models.url,
    USER_ID,
    ...of,
  });
  return {
    ...ended,
    told: ended.output
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Told),
  };
};

/** Numbers from 1 to `last` in an order that the seed decides (mulberry32, Fisher-Yates). */
function shuffled(last: number, seed: number): number[] {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const numbers = Array.from({ length: last }, (_, at) => at + 1);
  for (let at = last - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [numbers[at], numbers[other]] = [numbers[other]!, numbers[at]!];
  }
  return numbers;
}

it(
  "runs whose processes are killed at 20 moments continue at the last stored step, and each tool is used once",
  async () => {
    const whole = await start({ RUN_ID: randomUUID() });
    expect(whole.code).toBe(0);
    const { moments = 0, run } = whole.told[0]!;
    expect(moments).toBeGreaterThanOrEqual(ROUNDS);
    const uninterrupted = run.steps.map(({ name, state }) => `${name} ${state}`);
    expect(uninterrupted).toEqual([
      ...["small done", "create_card done", "small done", "create_card done", "small done"],
    ]);
    let before: string | undefined;
    const interrupted: number[] = [];
    const check = ({ run: { task, state, steps, calls, effects } }: Told, killedAt: number | undefined) => {
      const at = `killed at moment ${killedAt}`;
      expect([at, task, state]).toEqual([at, before, "done"]);
      expect([at, effects]).toEqual([at, [{ title: `${task} 1` }, { title: `${task} 2` }]]);
      // Whatever was begun twice is said to be: a model that is asked again, never a tool.
      const again = steps.filter((step) => step.state === "interrupted");
      interrupted.push(again.length);
      for (const { name, reason } of again)
        expect([at, name, reason]).toEqual([at, "small", expect.stringMatching(/asked again/)]);
      const others = steps.filter((step) => step.state !== "interrupted").map((step) => `${step.name} ${step.state}`);
      expect([at, others]).toEqual([at, uninterrupted]);
      // Nothing stays reserved that nobody uses: what was sent counts, the longest answer does not.
      for (const call of calls)
        if (call.cost_micros === null)
          expect([at, call.state, call.reserved_micros < 3_000]).toEqual([at, "stopped", true]);
    };
    const chosen = shuffled(moments, SEED).slice(0, ROUNDS);
    for (const [round, moment] of chosen.entries()) {
      const RUN_ID = randomUUID();
      const ended = await start({ ...(before ? { BEFORE_ID: before } : {}), RUN_ID, KILL_AT: String(moment) });
      expect([moment, ended.signal, ended.told.length]).toEqual([moment, "SIGKILL", before ? 1 : 0]);
      for (const told of ended.told) check(told, chosen[round - 1]);
      before = RUN_ID;
    }
    const last = await start({ BEFORE_ID: before! });
    expect(last.code).toBe(0);
    check(last.told[0]!, chosen.at(-1));
    // Some of the kills came while a model wrote.
    expect(interrupted).toContain(1);
  },
  ROUNDS_MS,
);
