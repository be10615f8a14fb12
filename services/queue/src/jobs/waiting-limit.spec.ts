import { BULK_QUEUE } from "@tessera/contracts-queue/client.ts";
import { MAX_WAITING_JOBS } from "@tessera/contracts-queue/limits.ts";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type QueueWorld, startQueueWorld, works } from "../testing/queue-world.ts";

let world: QueueWorld;
beforeAll(async () => {
  works.set("calm", async () => {});
  world = await startQueueWorld();
});
afterAll(() => world.stop());

const refused = { status: 429, code: "too_many_waiting_jobs" };
const change = { action: "remove", filter: { state: "done" } } as const;

const run = async <R extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  (await world.database.system((tx) => tx.execute<R>(statement))).rows;
/** Jobs of which no worker knows: they wait until they are deleted. */
const wait = (userId: string, queue: string, count: number) =>
  run(sql`insert into kit.job (id, user_id, queue, title, data)
    select gen_random_uuid(), ${userId}, ${queue}, 'Waits', '{}' from generate_series(1, ${count}::int)`);
const end = async (userId: string) => {
  const [job] = await run<{ id: string }>(sql`insert into kit.job (id, user_id, queue, title, data, state, finished_at)
    values (gen_random_uuid(), ${userId}, 'works.run', 'Ended', '{"name": "calm"}', 'done', now()) returning id`);
  return job!.id;
};
const jobsOf = async (userId: string) => {
  const [found] = await run<{ count: number }>(
    sql`select count(*)::int as count from kit.job where user_id = ${userId}`,
  );
  return found!.count;
};

test("a change of many jobs is refused while too many wait, and nothing is written", async () => {
  const [busy, other] = [await world.person(), await world.person()];
  const [ended] = [await end(busy.userId), await end(other.userId)];
  await wait(busy.userId, BULK_QUEUE, MAX_WAITING_JOBS);
  await expect(busy.queue.changeMatching(change)).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining("cancel some under Queue, Jobs"),
  });
  expect(await jobsOf(busy.userId)).toBe(MAX_WAITING_JOBS + 1);
  // Neither other kinds of jobs nor other people wait for it.
  expect(await busy.queue.rerun(ended, { input: { name: "calm" } })).toMatchObject({ queue: "works.run" });
  expect(await other.queue.changeMatching(change)).toMatchObject({ queue: BULK_QUEUE });
});

test("there is room once one of them has ended", async () => {
  const { userId, queue } = await world.person();
  await end(userId);
  await wait(userId, BULK_QUEUE, MAX_WAITING_JOBS);
  await run(sql`update kit.job set state = 'cancelled', finished_at = now() where id =
    (select id from kit.job where user_id = ${userId} and state = 'waiting' limit 1)`);
  expect(await queue.changeMatching(change)).toMatchObject({ queue: BULK_QUEUE });
});

test("of several that are asked for at once, as many are taken as there is room", async () => {
  const { userId, queue } = await world.person();
  const ended = await end(userId);
  const held = Promise.withResolvers<void>();
  works.set("held", () => held.promise);
  try {
    // The only worker is busy: what is taken waits.
    const first = await world.work(userId, "held");
    await until("the worker to be busy", async () => (await queue.job(first)).state === "running");
    await wait(userId, "works.run", MAX_WAITING_JOBS - 1);
    const asked = await Promise.allSettled([1, 2, 3].map(() => queue.rerun(ended, { input: { name: "calm" } })));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  } finally {
    held.resolve();
  }
});

test("to run a job again is refused like any new one, a job that follows from earlier work never is", async () => {
  const { userId, queue } = await world.person();
  const ended = await end(userId);
  await wait(userId, "works.run", MAX_WAITING_JOBS);
  await expect(queue.rerun(ended, { input: { name: "calm" } })).rejects.toMatchObject(refused);
  const followed = await world.work(userId, "calm");
  await world.jobsIdle();
  expect(await queue.job(followed)).toMatchObject({ state: "done" });
});
