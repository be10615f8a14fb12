import { PermanentError } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type QueueClient, type QueueWorld, startQueueWorld, works } from "../testing/queue-world.ts";

/** Acts of two halves, of which the second one cannot be written; then the services start again. */
let world: QueueWorld;
beforeAll(async () => {
  world = await startQueueWorld();
});
afterAll(() => world.stop());

/** Refuses updates of a table that make its state so. @returns what ends that */
async function refusing(table: "kit.job" | "queue.entry", state: string): Promise<() => Promise<unknown>> {
  const run = (statement: string) => world.database.system((tx) => tx.execute(sql.raw(statement)));
  await run(`create function kit.refuse_state() returns trigger language plpgsql as $$
    begin raise exception 'The process ended'; end $$`);
  await run(`create trigger refuse_state before update on ${table} for each row when (new.state = '${state}')
    execute function kit.refuse_state()`);
  return () => run("drop function kit.refuse_state cascade");
}

/** Ids of jobs that failed alike, and the id of their entry. */
async function failed(userId: string, queue: QueueClient, names: string[]): Promise<{ ids: string[]; entry: string }> {
  const ids = [];
  for (const name of names) {
    works.set(name, async () => {
      throw new PermanentError("The printer is out of paper");
    });
    ids.push(await world.work(userId, name));
  }
  await world.jobsIdle();
  for (const name of names) works.set(name, async () => undefined);
  const [entry] = (await queue.entries({})).items;
  return { ids, entry: entry!.id };
}

const areDone = async (queue: QueueClient, ids: string[]) =>
  (await Promise.all(ids.map((id) => queue.job(id)))).every(({ state }) => state === "done");

test("jobs of a failure that was accepted run again, though the process ended right after the decision", async () => {
  const { userId, queue } = await world.person();
  const { ids, entry } = await failed(userId, queue, ["a", "b", "c"]);
  const allow = await refusing("kit.job", "waiting");
  await queue.decide(entry, { action: "accept" }).catch(() => undefined);
  expect((await queue.entry(entry)).state).toBe("accepted");
  await world.restart();
  expect((await queue.jobs({})).counts).toMatchObject({ failed: 3 });
  await allow();
  await until("the jobs to have run again", () => areDone(queue, ids));
});

test("an accepted failure has all its jobs run again, also when the newest of them is gone", async () => {
  const { userId, queue } = await world.person();
  const { ids, entry } = await failed(userId, queue, ["d", "e", "f"]);
  await queue.remove(ids[2]!);
  await queue.decide(entry, { action: "accept" });
  await until("the others to have run again", () => areDone(queue, ids.slice(0, 2)));
  expect((await queue.entry(entry)).state).toBe("accepted");
});

test("jobs that fail once more after the decision wait for the next one, though it is told twice", async () => {
  const { userId, queue } = await world.person();
  const { ids, entry } = await failed(userId, queue, ["g"]);
  let ran = 0;
  works.set("g", async () => {
    ran += 1;
    throw new PermanentError("The printer is out of paper");
  });
  await queue.decide(entry, { action: "accept" });
  await until("the job to have failed again", async () => ran === 1 && (await queue.job(ids[0]!)).state === "failed");
  await world.jobsIdle();
  await world.database.system((tx) =>
    tx.execute(sql`update pgboss.job set state = 'retry', start_after = now(), completed_on = null
      where name = 'event.queue.entry-decided.queue.retries' and data -> 'payload' ->> 'userId' = ${userId}`),
  );
  // Another decision wakes the consumer for both.
  await world.opened({ userId, key: "other", kind: "task-due", title: "Other", line: "", path: "/items" });
  const other = (await queue.entries({ q: "Other" })).items[0]!;
  await queue.decide(other.id, { action: "accept" });
  await world.jobsIdle();
  expect(ran).toBe(1);
  expect((await queue.entry(entry)).state).toBe("open");
});

test("the entry of a failure closes with its last job, though the process ended right after that was retried", async () => {
  const { userId, queue } = await world.person();
  const { ids, entry } = await failed(userId, queue, ["h"]);
  const allow = await refusing("queue.entry", "closed");
  await queue.retry(ids[0]!).catch(() => undefined);
  await until("the job to have run again", () => areDone(queue, ids));
  await world.restart();
  expect((await queue.entry(entry)).state).toBe("open");
  await allow();
  await until("the entry to be closed", async () => (await queue.entry(entry)).state === "closed");
});

test("of two that run the last failures again at the same time, one closes their entry", async () => {
  const { userId, queue } = await world.person();
  const { ids, entry } = await failed(userId, queue, ["i", "j", "k", "l"]);
  await Promise.all(ids.map((id) => queue.retry(id)));
  await world.jobsIdle();
  expect((await queue.entry(entry)).state).toBe("closed");
});
