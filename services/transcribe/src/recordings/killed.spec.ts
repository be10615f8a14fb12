import { randomUUID } from "node:crypto";
import path from "node:path";
import { openKilledWorld, STARTS_MS } from "@tessera/testing/killed-process.ts";

const PROCESS = path.resolve(import.meta.dirname, "../testing/killed-recording.ts");

interface End {
  state: string;
  failure: string | null;
  segments: { startMs: number; endMs: number; text: string }[];
  windows: number[];
  seconds: number;
  kept: number;
  bytes: number;
}

let world: Awaited<ReturnType<typeof openKilledWorld>>;
beforeAll(async () => {
  world = await openKilledWorld();
}, STARTS_MS);
afterAll(() => world.close(), STARTS_MS);

const run = (of: { USER_ID: string; RECORDING_ID: string }, killAt = "") =>
  world.run(PROCESS, { SERVICE_URLS: "*=http://127.0.0.1:9", KILL_AT: killAt, ...of });

const recording = () => ({ USER_ID: randomUUID(), RECORDING_ID: randomUUID() });
async function endOf(of: ReturnType<typeof recording>): Promise<End> {
  const { output, code } = await run(of);
  expect(code).toBe(0);
  return JSON.parse(output) as End;
}

let whole: End;
beforeAll(async () => {
  whole = await endOf(recording());
  expect(whole).toMatchObject({ state: "done", failure: null, kept: 1 });
  expect(whole.segments).toHaveLength(2);
  expect(whole.windows).toHaveLength(2);
}, STARTS_MS);

it.each([
  ["its work is asked for", 2],
  ["the sound is decoded", 2],
  ["a window is being stored", 2],
  ["a window is stored", 1],
])(
  "a recording whose process is killed when %s is transcribed whole, and each second counts once",
  async (point, windows) => {
    const of = recording();
    expect(await run(of, point)).toMatchObject({ signal: "SIGKILL", output: "" });
    const end = await endOf(of);
    expect(end).toEqual({ ...whole, windows: whole.windows.slice(-windows) });
  },
  STARTS_MS,
);
