import { randomUUID } from "node:crypto";
import path from "node:path";
import { openKilledWorld, STARTS_MS } from "@tessera/testing/killed-process.ts";

const PROCESS = path.resolve(import.meta.dirname, "../testing/killed-upload.ts");
/** Bytes of the file. */
const ALL = 91_884;

let world: Awaited<ReturnType<typeof openKilledWorld>>;
beforeAll(async () => {
  world = await openKilledWorld();
}, STARTS_MS);
afterAll(() => world.close(), STARTS_MS);

it.each([
  ["40000 bytes are there", 40_000],
  ["the part at 40000 is written", 40_000],
])(
  "an upload whose process is killed when %s continues at byte %i, and is whole",
  async (point, began) => {
    const of = { SERVICE_URLS: "*=http://127.0.0.1:9", USER_ID: randomUUID(), UPLOAD_ID: randomUUID() };
    expect(await world.run(PROCESS, { ...of, KILL_AT: point })).toMatchObject({ signal: "SIGKILL", output: "" });
    const { output, code } = await world.run(PROCESS, { ...of, KILL_AT: "" });
    expect(code).toBe(0);
    expect(JSON.parse(output)).toEqual({ began, received: ALL, whole: true });
  },
  STARTS_MS,
);
