import { setTimeout as wait } from "node:timers/promises";
import { type Job, type JobState } from "@tessera/contracts-queue/queue.ts";
import { PermanentError } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { type QueueClient, type QueueWorld, startQueueWorld, works } from "../testing/queue-world.ts";

let world: QueueWorld;
beforeAll(async () => {
  world = await startQueueWorld();
});
afterAll(() => world.stop());

/** The job once it has the state. */
async function reached(queue: QueueClient, id: string, state: JobState): Promise<Job> {
  let job = await queue.job(id);
  await until(
    `the job to be ${state}`,
    async () => {
      job = await queue.job(id);
      return job.state === state;
    },
    { state: () => job },
  );
  return job;
}

test("a job is shown with its progress and log, and is done in the end", async () => {
  const { userId, queue } = await world.person();
  works.set("report", async (job) => {
    await job.log("Opened the report");
    await job.progress(3, 4);
  });
  const id = await world.work(userId, "report");
  const job = await reached(queue, id, "done");
  expect(job).toMatchObject({
    queue: "works.run",
    title: "Work on report",
    done: 3,
    total: 4,
    unit: "pages",
    attempts: 1,
    error: null,
  });
  expect(job.log.map((line) => line.message)).toEqual(["Opened the report"]);
  expect((await queue.jobs({})).counts).toEqual({ waiting: 0, running: 0, done: 1, failed: 0, cancelled: 0 });
});

test("a job that failed says why, waits in the queue of the person, and is run again under its id, its attempts counted together", async () => {
  const { userId, queue } = await world.person();
  works.set("flaky", async () => {
    throw new PermanentError("The printer is out of paper");
  });
  const id = await world.work(userId, "flaky");
  const failed = await reached(queue, id, "failed");
  expect(failed.error).toBe("The printer is out of paper");
  await world.jobsIdle();
  expect((await queue.entries({})).items).toMatchObject([
    { kind: "failed-job", title: "Work on flaky", line: failed.error, jobId: id },
  ]);

  works.set("flaky", async (job) => job.progress(1, 1));
  await queue.retry(id);
  expect(await reached(queue, id, "done")).toMatchObject({ error: null, done: 1, attempts: 2 });
  expect((await queue.entries({})).items).toEqual([]);
});

test("a running job is asked to stop and reads cancelled; a finished one cannot be", async () => {
  const { userId, queue } = await world.person();
  const started = Promise.withResolvers<void>();
  works.set("endless", async (job) => {
    started.resolve();
    await wait(60_000, undefined, { signal: job.signal });
  });
  const id = await world.work(userId, "endless");
  await started.promise;
  await queue.cancel(id);
  await reached(queue, id, "cancelled");
  await expect(queue.cancel(id)).rejects.toMatchObject({ status: 409, code: "job_finished" });
});

test("a job that takes longer than its kind may is stopped, and fails with the reason", async () => {
  const { userId, queue } = await world.person();
  const stopped = Promise.withResolvers<void>();
  works.set("slow", ({ signal }) => wait(60_000, undefined, { signal }).catch(() => stopped.resolve()));
  const id = await world.work(userId, "slow", { queue: "works.brief" });
  await stopped.promise;
  const { error } = await reached(queue, id, "failed");
  const reason = "It took longer than 1 s, the most that jobs of this kind may take";
  expect(error).toBe(reason);
  expect(world.givenUp).toEqual([{ name: "slow", reason }]);
});

test("of jobs that end together, one whose result cannot be kept fails alone", async () => {
  const { userId, queue } = await world.person();
  const together = Promise.withResolvers<void>();
  let begun = 0;
  for (const [name, made] of [
    ["kept", "text"],
    ["refused", "\u0000"],
  ] as const)
    works.set(name, async ({ result }) => {
      result({ made });
      begun += 1;
      if (begun === 3) together.resolve();
      await together.promise;
    });
  const ids = [];
  for (const name of ["kept", "refused", "kept"]) ids.push(await world.work(userId, name, { queue: "works.brief" }));
  await world.jobsIdle();
  const ends = await Promise.all(ids.map((id) => queue.jobDetail(id)));
  expect(ends.map(({ state, output }) => [state, output])).toEqual([
    ["done", { made: "text" }],
    ["failed", null],
    ["done", { made: "text" }],
  ]);
});

test("only what has ended is deleted, and then it is gone", async () => {
  const { userId, queue } = await world.person();
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  works.set("held", async () => {
    started.resolve();
    await released.promise;
  });
  const id = await world.work(userId, "held");
  await started.promise;
  await expect(queue.remove(id)).rejects.toMatchObject({ status: 409, code: "job_not_finished" });
  released.resolve();
  await reached(queue, id, "done");
  await queue.remove(id);
  await expect(queue.job(id)).rejects.toMatchObject({ status: 404, code: "job_not_found" });
});

test("failures are grouped by what they have in common, and retried together", async () => {
  const { userId, queue } = await world.person();
  for (const name of ["p1", "p2", "p3"]) {
    works.set(name, async () => {
      throw new PermanentError(`Page ${name.slice(1)} of "${name}" is torn`);
    });
  }
  works.set("odd", async () => {
    throw new PermanentError("Something else");
  });
  const ids = [];
  for (const name of ["p1", "p2", "p3", "odd"]) ids.push(await world.work(userId, name));
  for (const id of ids) await reached(queue, id, "failed");
  await world.jobsIdle();
  const { groups } = await queue.failures();
  expect(groups.map(({ count, error }) => ({ count, error }))).toEqual([
    { count: 3, error: 'Page 3 of "p3" is torn' },
    { count: 1, error: "Something else" },
  ]);
  // Three alike are one entry.
  expect((await queue.entries({})).items.map((entry) => entry.title).sort()).toEqual([
    "Several jobs failed with the same error",
    "Work on odd",
  ]);

  for (const name of ["p1", "p2", "p3"]) works.set(name, async () => undefined);
  const { retried, remaining } = await queue.retryLike(groups[0]!.signature);
  expect([retried.length, remaining]).toEqual([3, 0]);
  for (const id of ids.slice(0, 3)) await reached(queue, id, "done");
  expect((await queue.entries({})).items.map((entry) => entry.title)).toEqual(["Work on odd"]);
});

test("a failed job that is asked for elsewhere runs again under its id, and its entry closes with the last of its kind", async () => {
  const [one, other] = [await world.person(), await world.person()];
  const fail = async () => {
    throw new PermanentError("The tray is empty");
  };
  for (const name of ["first", "second"]) works.set(name, fail);
  const sent: string[] = [];
  for (const name of ["first", "second"]) sent.push(await world.work(one.userId, name));
  const others = await world.work(other.userId, "first");
  for (const id of sent) await reached(one.queue, id, "failed");
  await reached(other.queue, others, "failed");
  await world.jobsIdle();
  for (const name of ["first", "second"]) works.set(name, async () => undefined);

  expect(await world.work(one.userId, "first", { sameBy: ["name"] })).toBe(sent[0]);
  expect(await reached(one.queue, sent[0]!, "done")).toMatchObject({ attempts: 2, error: null });
  await world.jobsIdle();
  expect((await one.queue.entries({})).open).toBe(1);
  await world.work(one.userId, "second", { sameBy: ["name"] });
  await world.jobsIdle();
  expect((await one.queue.entries({})).items).toEqual([]);
  expect((await one.queue.jobs({})).counts).toMatchObject({ done: 2, failed: 0 });
  expect((await other.queue.entries({})).open).toBe(1);
  // Nothing has failed: it is a job of its own.
  expect(sent).not.toContain(await world.work(one.userId, "first", { sameBy: ["name"] }));
});

test("accepting the entry of a failure runs the jobs behind it again", async () => {
  const { userId, queue } = await world.person();
  works.set("again", async () => {
    throw new PermanentError("Not yet");
  });
  const id = await world.work(userId, "again");
  await reached(queue, id, "failed");
  await world.jobsIdle();
  const [entry] = (await queue.entries({})).items;
  works.set("again", async () => undefined);
  expect((await queue.decide(entry!.id, { action: "accept" })).state).toBe("accepted");
  await reached(queue, id, "done");
});

test("many jobs are changed in one call, with those left alone named", async () => {
  const { userId, queue } = await world.person();
  works.set("fine", async () => undefined);
  const id = await world.work(userId, "fine");
  await reached(queue, id, "done");
  const unknown = "00000000-0000-4000-8000-00000000dead";
  const result = await queue.changeMany({ action: "retry", ids: [id, unknown] });
  expect(result.changed).toEqual([]);
  expect(result.skipped.map((one) => one.id)).toEqual([id, unknown]);
  expect((await queue.changeMany({ action: "remove", ids: [id] })).changed).toEqual([id]);
});

test("jobs are found by title and state, page by page", async () => {
  const { userId, queue } = await world.person();
  works.set("letter", async () => undefined);
  works.set("parcel", async () => undefined);
  for (const name of ["letter", "parcel", "letter", "parcel", "letter"])
    await reached(queue, await world.work(userId, name), "done");
  expect((await queue.jobs({ q: "letter" })).items).toHaveLength(3);
  expect((await queue.jobs({ state: "failed" })).items).toEqual([]);
  const first = await queue.jobs({ limit: 2 });
  const second = await queue.jobs({ limit: 2, cursor: first.nextCursor! });
  const third = await queue.jobs({ limit: 2, cursor: second.nextCursor! });
  const all = [first, second, third].flatMap((page) => page.items);
  expect(new Set(all.map((job) => job.id)).size).toBe(5);
  expect(third.nextCursor).toBeNull();
});

test("somebody else's job is not found, and nothing happens to it", async () => {
  const owner = await world.person();
  const other = await world.person();
  works.set("private", async () => {
    throw new PermanentError("Mine alone");
  });
  const id = await world.work(owner.userId, "private");
  await reached(owner.queue, id, "failed");
  await world.jobsIdle();
  const job = await owner.queue.job(id);
  for (const attempt of [other.queue.job(id), other.queue.retry(id), other.queue.cancel(id), other.queue.remove(id)]) {
    await expect(attempt).rejects.toMatchObject({ status: 404, code: "job_not_found" });
  }
  expect((await other.queue.changeMany({ action: "remove", ids: [id] })).changed).toEqual([]);
  expect((await other.queue.jobs({})).items).toEqual([]);
  expect(await owner.queue.job(id)).toEqual(job);
});
