import { setTimeout as wait } from "node:timers/promises";
import { failureSignature } from "@tessera/contracts-queue/client.ts";
import { PermanentError } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type QueueClient, type QueueWorld, startQueueWorld, works } from "../testing/queue-world.ts";

let world: QueueWorld;
beforeAll(async () => {
  world = await startQueueWorld();
});
afterAll(() => world.stop());

/** Jobs of a person that have ended already, without running them. */
const planted = (userId: string, count: number, state: "failed" | "done", error: string | null = null, hoursAgo = 0) =>
  world.database.system((tx) =>
    tx.execute(sql`insert into kit.job (id, user_id, queue, title, state, error, data, created_at, finished_at)
      select gen_random_uuid(), ${userId}, 'works.run', 'Work ' || n, ${state}, ${error && sql`${error} || n`}, '{"name": "mended"}',
        now() - make_interval(hours => ${hoursAgo}::int), now() - interval '1 second' from generate_series(1, ${count}::int) n`),
  );

const ended = async (queue: QueueClient, id: string) => {
  let job = await queue.jobDetail(id);
  await until(
    "the change to end",
    async () => {
      job = await queue.jobDetail(id);
      return job.finishedAt !== null;
    },
    { state: () => job },
  );
  return job;
};

test("failures of one signature are grouped in the database, those of an earlier version included, and retried in batches", async () => {
  const { userId, queue } = await world.person();
  works.set("mended", async () => undefined);
  await planted(userId, 230, "failed", "Page ");
  await planted(userId, 2, "failed", "No paper in tray ");
  await planted(userId, 3, "failed", "Page ", 48);
  const { groups } = await queue.failures();
  expect(groups.map(({ count, queue: kind }) => [count, kind])).toEqual([
    [233, "works.run"],
    [2, "works.run"],
  ]);
  expect(groups[0]).toMatchObject({ signature: failureSignature("works.run", "Page 1"), newest: { state: "failed" } });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  expect((await queue.failures({ since })).groups[0]!.count).toBe(230);

  const filter = { state: "failed", signature: groups[0]!.signature, since } as const;
  const begun = await queue.changeMatching({ action: "retry", filter });
  const done = await ended(queue, begun.id);
  expect(done).toMatchObject({ state: "done", done: 230, total: 230, output: { changed: 230 }, unit: "jobs" });
  await world.jobsIdle();
  const { counts, matches } = await queue.jobs({ queue: "works.run", state: "done" });
  expect([counts.failed, matches]).toEqual([5, 230]);
});

test("a change of many ends when it is cancelled, and leaves the others as they are", async () => {
  const { userId, queue } = await world.person();
  await planted(userId, 1500, "done");
  const { id } = await queue.changeMatching({ action: "remove", filter: { state: "done" } });
  await queue.cancel(id);
  expect((await ended(queue, id)).state).toBe("cancelled");
  await expect(queue.changeMatching({ action: "cancel", filter: { state: "waiting" } })).rejects.toMatchObject({
    code: "nothing_matches",
  });
});

test("what is queued or fails after a change was asked for is left alone", async () => {
  const { userId, queue } = await world.person();
  works.set("stubborn", async () => {
    throw new PermanentError("Still torn");
  });
  const id = await world.work(userId, "stubborn");
  await until("the job to fail", async () => (await queue.jobDetail(id)).state === "failed");
  const change = await queue.changeMatching({ action: "retry", filter: { state: "failed" } });
  await ended(queue, change.id);
  await until("it to fail again", async () => (await queue.jobDetail(id)).attempts === 2);
  await world.jobsIdle();
  expect(await queue.jobDetail(id)).toMatchObject({ state: "failed", attempts: 2 });
  expect((await queue.entries({})).items).toMatchObject([{ kind: "failed-job" }]);
});

test("retrying the last of a kind of failures closes its entry; another person's jobs are out of reach", async () => {
  const [one, other] = [await world.person(), await world.person()];
  works.set("shared", async () => {
    throw new PermanentError("Out of ink");
  });
  for (const { userId, queue } of [one, other]) {
    const id = await world.work(userId, "shared");
    await until("the job to fail", async () => (await queue.jobDetail(id)).state === "failed");
  }
  await world.jobsIdle();
  works.set("shared", async () => undefined);
  const change = await one.queue.changeMatching({ action: "retry", filter: {} });
  expect((await ended(one.queue, change.id)).output).toEqual({ changed: 1 });
  await world.jobsIdle();
  expect((await one.queue.entries({})).items).toEqual([]);
  expect((await other.queue.jobs({})).counts).toMatchObject({ failed: 1 });
  await expect(other.queue.jobDetail(change.id)).rejects.toMatchObject({ code: "job_not_found" });
});

test("a change of many cancels what waits and what runs", async () => {
  const { userId, queue } = await world.person();
  const started = Promise.withResolvers<void>();
  works.set("held", async ({ signal }) => {
    started.resolve();
    await wait(60_000, undefined, { signal });
  });
  const ids = [];
  for (let at = 0; at < 3; at += 1) ids.push(await world.work(userId, "held"));
  await started.promise;
  const change = await queue.changeMatching({ action: "cancel", filter: { queue: "works.run" } });
  await ended(queue, change.id);
  await until(
    "all to be cancelled",
    async () => (await queue.jobs({ queue: "works.run", state: "cancelled" })).matches === 3,
  );
});

test("the cards hear of jobs of their steps that a person cancels or retries, together, and of no others", async () => {
  const { userId, queue } = await world.person();
  const step = (n: number) => ({ itemId: `00000000-0000-4000-8000-00000000000${n}`, step: "readable" });
  const jobs = [{ name: "mended", ...step(1), label: "One" }, { name: "mended", ...step(2) }, { name: "mended" }];
  await world.database.system((tx) =>
    tx.execute(sql`insert into kit.job (id, user_id, queue, title, state, error, data, finished_at)
      select gen_random_uuid(), ${userId}, 'works.run', 'Step', 'failed', 'No paper', data, now() - interval '1 second'
      from jsonb_array_elements(${JSON.stringify(jobs)}::jsonb) data`),
  );
  works.set("mended", ({ signal }) => wait(60_000, undefined, { signal }));
  const { items } = await queue.jobs({});
  const ids = items.map(({ id }) => id);
  const heard = () =>
    world.cardJobs
      .filter((change) => change.userId === userId)
      .map((change) => change.jobs.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)));
  await queue.changeMany({ action: "retry", ids });
  await until("the cards to hear of the retries", () => heard().length === 1);
  await queue.changeMany({ action: "cancel", ids });
  await until("the cards to hear that they are cancelled", () => heard().length === 2);
  expect(heard()).toEqual([
    [step(1), step(2)],
    [step(1), step(2)],
  ]);
  await world.jobsIdle();
  await queue.changeMany({ action: "remove", ids });
  await world.jobsIdle();
  expect(heard()).toHaveLength(2);
});
