// A process that works on jobs and says on stdout what happens; started, killed and stopped by the test beside.
import { setTimeout as wait } from "node:timers/promises";
import { Database } from "../../database/database.ts";
import { openDatabase } from "../../database/open.ts";
import { Log } from "../../log.ts";
import { startBoss } from "../boss.ts";
import { Jobs } from "../jobs.ts";

const { DATABASE_URL, DATA_DIR = "", SEND, USER_ID = "" } = process.env;
const opened = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
const log = new Log("silent");
const database = Database.over(opened.pool, "kit");
const boss = await startBoss(opened, database, !DATABASE_URL, log);
const jobs = new Jobs(boss, database, log);
const say = (line: string) => process.stdout.write(`${line}\n`);

jobs.define<object>(
  "loop",
  { retryLimit: 1, givenUp: async (_, reason) => void say(`given up: ${reason}`) },
  async ({ attempt }) => {
    await new Promise<void>((written) => process.stdout.write(`began loop ${attempt}\n`, () => written()));
    for (;;);
  },
);
jobs.define<object>("linger", { retryLimit: 1 }, async ({ attempt, signal }) => {
  say(`began linger ${attempt}`);
  await wait(3_600_000, undefined, { signal });
});
jobs.define<object>("resumed", { retryLimit: 1 }, async ({ attempt, signal }) => {
  say(`began resumed ${attempt}`);
  if (SEND) await wait(3_600_000, undefined, { signal });
});
jobs.define<{ upTo: number }>("steps", { retryLimit: 1 }, async ({ attempt, progress }) => {
  const { rows } = await opened.pool.query("select done from kit.job where queue = 'steps'");
  const { done } = rows[0] as { done: number };
  await progress(done, 5);
  if (done < 5) await progress(done + 1, 5);
  say(done < 5 ? `began steps ${attempt}` : "done steps");
  if (done < 5) await wait(3_600_000);
});

// Before any job begins: the test ends the process as soon as one says so.
process.on("SIGTERM", () => {
  void jobs
    .stop()
    .then(() => opened.close())
    .then(() => process.exit(0));
});
await jobs.createQueues();
if (SEND) await database.system((tx) => jobs.send(tx, SEND, {}, { userId: USER_ID }));
// What a killed process left is taken up at once, not when its last sign of life is old enough.
else if (DATABASE_URL) await boss.supervise();
jobs.startWorkers();
