import { randomUUID } from "node:crypto";
import path from "node:path";
import { openKilledWorld, STARTS_MS } from "@tessera/testing/killed-process.ts";

const PROCESS = path.resolve(import.meta.dirname, "../testing/killed-metering.ts");

let world: Awaited<ReturnType<typeof openKilledWorld>>;
beforeAll(async () => {
  world = await openKilledWorld();
});
afterAll(() => world.close());

const run = (userId: string, kill = "") => world.run(PROCESS, { USER_ID: userId, KILL: kill });

it(
  "the ledger and its sums equal a recount after kill -9 in the middle of 1,000 metered operations",
  async () => {
    const userId = randomUUID();
    expect(await run(userId, "within an operation")).toMatchObject({ signal: "SIGKILL", output: "" });
    expect(await run(userId, "while it counts")).toMatchObject({ signal: "SIGKILL", output: "" });
    const { code, output } = await run(userId);
    expect(code).toBe(0);
    const { before, after, standing } = JSON.parse(output) as { before: number[]; after: number[]; standing: number[] };
    const [done, ledger, sums] = before;
    expect(done).toBeGreaterThanOrEqual(490);
    expect([ledger, sums]).toEqual([done, done]);
    expect(after).toEqual([1000, 1000, 1000]);
    expect(standing).toEqual([1000]);
  },
  STARTS_MS,
);
