import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { settingsClient } from "@tessera/contracts-settings/client.ts";
import { startServices } from "@tessera/testing/services.ts";
import { settingsService } from "../index.ts";

let world: Awaited<ReturnType<typeof startServices>>;
beforeEach(async () => {
  world = await startServices([settingsService]);
});
afterEach(() => world.stop());

it("tells the server's clock and that files can be kept, and leaves none behind", async () => {
  const settings = settingsClient(world.client(await world.token()));
  world.clock.advance(3_600_000);
  const { time, files } = await settings.installation();
  expect(Math.abs(Date.parse(time) - world.clock.now().getTime())).toBeLessThan(5_000);
  expect(files).toEqual({ kind: "folder", ok: true, ms: expect.any(Number), reason: null });
  const left = await readdir(join(world.dataDir, "files"), { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});

it("says in words when files cannot be kept, without telling where they are", async () => {
  const folder = join(world.dataDir, "files");
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, "in the way");
  const { files } = await settingsClient(world.client(await world.token())).installation();
  expect(files).toMatchObject({ ok: false, reason: "Storing a file failed; the server's log says more." });
  expect(JSON.stringify(files)).not.toContain(world.dataDir);
});

it("is for people who are signed in, and not without end", async () => {
  expect((await world.client()("/api/settings/installation")).status).toBe(401);
  const transport = world.client(await world.token());
  const statuses: number[] = [];
  for (let n = 0; n < 32; n++) statuses.push((await transport("/api/settings/installation")).status);
  expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});
