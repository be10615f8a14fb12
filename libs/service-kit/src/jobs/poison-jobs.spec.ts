/** Jobs that take their processes down, time after time. @run all */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openTestDatabase } from "@tessera/testing/database.ts";
import { freePort } from "@tessera/testing/free-port.ts";
import { createApplication } from "../application.ts";
import { openDatabase } from "../database/open.ts";

const script = fileURLToPath(new URL("testing/jobs-process.ts", import.meta.url));
const server = process.env.TEST_DATABASE_URL;

/** A database that processes may open one after the other, with the kit's tables in it. */
async function database() {
  const opened = server ? await openTestDatabase() : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-jobs-"));
  const where: Record<string, string> = { DATA_DIR: dataDir, ...(opened?.url ? { DATABASE_URL: opened.url } : {}) };
  const environment = { ...where, NODE_ENV: "test", LOG_LEVEL: "silent", PORT: String(await freePort()) };
  await (await createApplication([], { environment })).close();
  return {
    where,
    query: async <T>(text: string): Promise<T[]> => {
      const own = opened ?? (await openDatabase({ databaseUrl: undefined, dataDir }));
      const { rows } = await own.pool.query(text);
      if (!opened) await own.close();
      return rows as T[];
    },
    remove: async () => {
      await opened?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let files: Awaited<ReturnType<typeof database>>;
const children: ChildProcess[] = [];
beforeEach(async () => {
  files = await database();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await files.remove();
});

/** Starts a process, waits for a line that it says, and ends it. @returns the line */
async function until(words: RegExp, end: "SIGKILL" | "SIGTERM", send = ""): Promise<string> {
  const child = spawn(process.execPath, ["--experimental-transform-types", "--no-warnings", script], {
    env: { ...files.where, SEND: send, USER_ID: randomUUID() },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const exit = new Promise((done) => child.once("exit", done));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!words.test(line)) continue;
    child.kill(end);
    await exit;
    // On a server, a killed process is noticed when its last sign of life is old and somebody looks; pauses grow then.
    if (server) {
      await files.query(
        "update pgboss.job set heartbeat_on = now() - interval '1 hour', retry_backoff = false, retry_delay = 0 where state = 'active'",
      );
      await files.query("update pgboss.queue set monitor_on = null, monitor_claim_on = null");
    }
    return line;
  }
  throw new Error("The process ended without saying it");
}

const job = async () =>
  (await files.query<{ state: string; attempts: number; error: string | null }>("select * from kit.job"))[0];

it("gives a job up that took its process down three times, kill -9 included, and says so", async () => {
  expect(await until(/began loop/, "SIGKILL", "loop")).toBe("began loop 1");
  expect(await until(/began loop/, "SIGKILL")).toBe("began loop 2");
  expect(await until(/began loop/, "SIGKILL")).toBe("began loop 3");
  const reason = "Given up: the service ended unexpectedly 3 times while it worked on this";
  expect(await until(/began loop|given up/, "SIGTERM")).toBe(`given up: ${reason}`);
  expect(await job()).toMatchObject({ state: "failed", attempts: 3, error: reason });
  expect(await files.query("select 1 from pgboss.job where name = 'loop' and state <> 'failed'")).toEqual([]);
}, 240_000);

it("does not punish a job that orderly stops interrupt, however often", async () => {
  expect(await until(/began linger/, "SIGTERM", "linger")).toBe("began linger 1");
  for (let stop = 0; stop < 4; stop += 1) expect(await until(/began linger/, "SIGTERM")).toBe("began linger 1");
  expect(await job()).toMatchObject({ state: "waiting", attempts: 1, error: null });
}, 240_000);

it("runs a job that an orderly stop interrupted once more, to its end", async () => {
  await until(/began resumed/, "SIGTERM", "resumed");
  expect(await until(/began resumed/, "SIGTERM")).toBe("began resumed 1");
  expect(await job()).toMatchObject({ state: "done", attempts: 1 });
  expect(await files.query("select state from pgboss.job where name = 'resumed'")).toEqual([{ state: "completed" }]);
}, 240_000);

it("counts crashes afresh when the job has got further meanwhile", async () => {
  await until(/began steps/, "SIGKILL", "steps");
  for (let crash = 0; crash < 4; crash += 1) await until(/began steps/, "SIGKILL");
  expect(await until(/steps/, "SIGTERM")).toBe("done steps");
}, 240_000);
