import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openTestDatabase } from "@tessera/testing/database.ts";

const HOOKS = path.resolve(import.meta.dirname, "../../testing/src/typescript-hooks.mjs");

it("a start that fails ends all that had begun: nothing keeps the process alive", async () => {
  const database = await openTestDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), "tessera-failed-"));
  const file = path.join(folder, "start.mjs");
  const DATA_DIR = path.join(folder, "data");
  const program = `import { createApplication } from ${JSON.stringify(new URL("application.ts", import.meta.url).href)};
    class Failing { onModuleInit() { throw new Error("not today"); } }
    const service = { name: "failing", title: "Failing", module: Failing, schema: "failing", migrations: [] };
    await createApplication([service], { environment: process.env }).catch((error) => process.stdout.write(error.message));`;
  writeFileSync(file, program);
  const { status, stdout } = spawnSync(process.execPath, ["--import", HOOKS, file], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      DATA_DIR,
      ...(database.url ? { DATABASE_URL: database.url } : {}),
    },
    encoding: "utf8",
    timeout: 50_000,
  });
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  expect([status, stdout]).toEqual([0, "not today"]);
});
