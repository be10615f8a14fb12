import { until } from "@tessera/testing/until.ts";
import { type QueueWorld, startQueueWorld, works } from "../testing/queue-world.ts";

/** What people see of work that has no job of its own in their list: hidden jobs that show themselves, and lines. */
let world: QueueWorld;
beforeAll(async () => {
  world = await startQueueWorld();
});
afterAll(() => world.stop());

test("a hidden job shows itself to its person with its log, and nobody its data", async () => {
  const [one, other] = [await world.person(), await world.person()];
  works.set("letter", async (job) => {
    await job.show({ userId: one.userId, title: "Letter about your account" });
    await job.log("Handed over");
  });
  const id = await world.work(one.userId, "letter", { hidden: true });
  await world.jobsIdle();
  expect(await one.queue.jobDetail(id)).toMatchObject({
    ...{ title: "Letter about your account", state: "done", attempts: 1, input: {}, retryable: false },
    log: [{ message: "Handed over" }],
    runs: [{ outcome: "done" }],
  });
  expect((await one.queue.jobs({ q: "letter" })).items.map((job) => job.id)).toEqual([id]);
  await expect(other.queue.job(id)).rejects.toMatchObject({ code: "job_not_found" });
});

test("one that fails is tried again as any job, and stays failed without asking for a decision", async () => {
  const { userId, queue } = await world.person();
  let attempts = 0;
  works.set("lost letter", async (job) => {
    attempts += 1;
    await job.show({ userId, title: "Letter" });
    throw new Error("The mailbox is full");
  });
  const id = await world.work(userId, "lost letter", { hidden: true, queue: "works.steady" });
  await until("the last attempt to fail", async () => (await queue.jobs({ state: "failed" })).items.length === 1);
  expect(attempts).toBe(2);
  const job = await queue.jobDetail(id);
  expect(job).toMatchObject({ attempts: 2, error: "The mailbox is full" });
  expect(job.runs.map(({ outcome }) => outcome)).toEqual(["failed", "failed"]);
  await world.jobsIdle();
  expect((await queue.entries({})).items.filter(({ kind }) => kind === "failed-job")).toEqual([]);
  await expect(queue.retry(id)).rejects.toMatchObject({ status: 409, code: "job_not_retryable" });
  expect((await queue.changeMany({ action: "retry", ids: [id] })).skipped).toEqual([
    { id, reason: "This is not run again from here. Start it again on its own page." },
  ]);
  await queue.remove(id);
});

const line = (userId: string, id: string) =>
  ({ id, userId, queue: "works.voyage", title: "Voyage", path: "/voyages/1", unit: "steps" }) as const;

test("work of many jobs is one line, told from its beginning to its end and no further", async () => {
  const { userId, queue } = await world.person();
  const id = crypto.randomUUID();
  await world.tell({ ...line(userId, id), state: "waiting", done: 0 });
  expect(await queue.job(id)).toMatchObject({ state: "waiting", startedAt: null, attempts: 0, path: "/voyages/1" });
  for (const done of [1, 2]) await world.tell({ ...line(userId, id), state: "running", done, note: "Under sail" });
  expect(await queue.job(id)).toMatchObject({ state: "running", done: 2, unit: "steps", finishedAt: null });
  expect((await queue.job(id)).log.map(({ message }) => message)).toEqual(["Under sail"]);
  await world.tell({ ...line(userId, id), state: "failed", done: 3, error: "The wind died" });
  const failed = await queue.jobDetail(id);
  expect(failed).toMatchObject({ state: "failed", error: "The wind died", finishedAt: expect.any(String) });
  expect(failed.runs).toMatchObject([{ outcome: "failed", error: "The wind died" }]);
  await world.tell({ ...line(userId, id), state: "running", done: 4 });
  expect(await queue.job(id)).toMatchObject({ state: "failed", done: 3 });
  expect((await queue.failures()).groups).toMatchObject([{ count: 1, newest: { id } }]);
});

test("who cancels a line ends what it stands for: its service is told, once it is cancelled", async () => {
  const { userId, queue } = await world.person();
  const [waits, runs] = [crypto.randomUUID(), crypto.randomUUID()];
  await world.tell({ ...line(userId, waits), state: "waiting", done: 0 });
  await world.tell({ ...line(userId, runs), state: "running", done: 1 });
  expect(await queue.cancel(waits)).toMatchObject({ state: "cancelled" });
  expect(await queue.cancel(runs)).toMatchObject({ state: "running" });
  await world.jobsIdle();
  expect(world.cancelled).toEqual([waits, runs].map((jobId) => ({ userId, jobId, queue: "works.voyage" })));
  await world.tell({ ...line(userId, runs), state: "cancelled", done: 1 });
  expect(await queue.jobDetail(runs)).toMatchObject({ state: "cancelled", runs: [{ outcome: "cancelled" }] });
});
