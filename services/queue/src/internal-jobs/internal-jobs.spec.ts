import { queueClient } from "@tessera/contracts-queue/client.ts";
import { Purge } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { ADMINISTRATOR, type QueueClient, type QueueWorld, startQueueWorld, works } from "../testing/queue-world.ts";

let world: QueueWorld;
let administrator: QueueClient;
beforeAll(async () => {
  world = await startQueueWorld();
  administrator = queueClient(world.client(await world.token({ email: ADMINISTRATOR })));
});
afterAll(() => world.stop());

const hidden = { hidden: true } as const;
const sorted = (ids: string[]) => ids.toSorted();

test("internal jobs are for administrators alone; nothing is tried again", async () => {
  const { userId, queue } = await world.person();
  const id = await world.work(userId, "nobody knows", hidden);
  await world.jobsIdle();
  const refused = { status: 403, code: "background_work_administrators_only" };
  await expect(queue.internalJobs()).rejects.toMatchObject(refused);
  await expect(queue.retryInternalJobs([id])).rejects.toMatchObject(refused);
  const [job] = (await administrator.internalJobs({ state: "failed" })).items;
  expect(job).toMatchObject({ id, attempts: 1 });
});

test("an administrator sees why one failed, never what it was given, and tries it once more", async () => {
  const { userId } = await world.person();
  let fails = true;
  const seen: object[] = [];
  works.set("a secret word", async ({ data }) => {
    if (fails) throw new Error("The other side is closed");
    seen.push(data);
  });
  const id = await world.work(userId, "a secret word", hidden);
  await world.jobsIdle();
  const failed = await administrator.internalJobs({ state: "failed", queue: "works.run" });
  expect(failed.items[0]).toMatchObject({
    ...{ id, queue: "works.run", words: "Work", state: "failed", error: "The other side is closed", retryable: true },
    finishedAt: expect.any(String),
  });
  expect(JSON.stringify(failed)).not.toContain("secret word");
  fails = false;
  expect(await administrator.retryInternalJobs([id, crypto.randomUUID()])).toEqual({ retried: [id] });
  await world.jobsIdle();
  expect(seen).toEqual([{ name: "a secret word" }]);
  const [done] = (await administrator.internalJobs({ state: "done", queue: "works.run" })).items;
  expect(done).toMatchObject({ id, attempts: 2, error: null, retryable: false });
  await expect(administrator.retryInternalJobs([id])).rejects.toMatchObject({ code: "internal_job_not_failed" });
});

test("events are among them in words; what people have in their lists and runs of schedules are not", async () => {
  const { userId } = await world.person();
  works.set("own", async () => undefined);
  const own = await world.work(userId, "own");
  await world.opened({ userId, key: "a", kind: "task-due", title: "Task a", line: "Due today" });
  await administrator.runSchedule("kit.purge");
  await world.jobsIdle();
  const { items } = await administrator.internalJobs({ limit: 100 });
  expect(items.map(({ words }) => words)).toContain("Entry opened, told to queue entries");
  expect(items.map(({ id }) => id)).not.toContain(own);
  expect(items.map(({ queue }) => queue)).not.toContain("kit.purge");
});

test("pages follow one another without a gap", async () => {
  const { userId } = await world.person();
  works.set("paged", async () => undefined);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await world.work(userId, "paged", { ...hidden, queue: "works.brief" }));
  await world.jobsIdle();
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await administrator.internalJobs({ queue: "works.brief", limit: 2, ...(cursor ? { cursor } : {}) });
    found.push(...page.items.map(({ id }) => id));
    if (!page.nextCursor) break;
    cursor = page.nextCursor;
  }
  expect(sorted(found)).toEqual(sorted(ids));
});

test("once its data is no longer kept, a failed one is still counted and listed, and is not tried again", async () => {
  const { userId } = await world.person();
  const id = await world.work(userId, "nobody knows this", hidden);
  await world.jobsIdle();
  await world.database.system((tx) =>
    tx.execute(sql`update pgboss.job set completed_on = now() - interval '4 days' where id = ${id}`),
  );
  await world.application.nest.get(Purge).run();
  const [job] = (await administrator.internalJobs({ state: "failed" })).items.filter((one) => one.id === id);
  expect(job).toMatchObject({ error: null, retryable: false });
  await expect(administrator.retryInternalJobs([id])).rejects.toMatchObject({ code: "internal_job_not_failed" });
  const { slots } = await administrator.numbers({ span: "week" });
  expect(slots.slice(0, -2).reduce((sum, { failed }) => sum + failed, 0)).toBe(1);
  const { rows } = await world.database.system((tx) =>
    tx.execute(sql`select data, output from pgboss.job where id = ${id}`),
  );
  expect(rows).toEqual([{ data: { hidden: true }, output: null }]);
});
