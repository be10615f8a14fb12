import { PermanentError } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { sql } from "drizzle-orm";
import { type QueueClient, type QueueWorld, startQueueWorld, works } from "../testing/queue-world.ts";

let world: QueueWorld;
beforeAll(async () => {
  world = await startQueueWorld();
});
afterAll(() => world.stop());

const over = async (queue: QueueClient, id: string) => {
  await until("the job to end", async () => (await queue.jobDetail(id)).finishedAt !== null);
  return queue.jobDetail(id);
};

test("a job tells each of its attempts, what it was given and what it made", async () => {
  const { userId, queue } = await world.person();
  let first = true;
  works.set("second time", async (job) => {
    if (first) {
      first = false;
      throw new Error("The first time never works");
    }
    job.result({ pages: 3, accessToken: "secret" });
  });
  const id = await world.work(userId, "second time", { queue: "works.steady" });
  const job = await over(queue, id);
  expect(job).toMatchObject({ state: "done", attempts: 2, kind: "Steady", input: { name: "second time" } });
  expect(job.output).toEqual({ pages: 3, accessToken: "•••" });
  expect(job.runs.map(({ outcome, error }) => [outcome, error])).toEqual([
    ["failed", "The first time never works"],
    ["done", null],
  ]);
  const times = job.runs.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt!]);
  expect([...times].sort()).toEqual(times);
});

test("while it waits for its next attempt it says when that is", async () => {
  const { userId, queue } = await world.person();
  works.set("later", async () => undefined);
  const startAfter = new Date(Date.now() + 3_600_000);
  const id = await world.work(userId, "later", { startAfter });
  expect(await queue.jobDetail(id)).toMatchObject({ state: "waiting", nextAttemptAt: startAfter.toISOString() });
  await queue.cancel(id);
  expect((await queue.jobDetail(id)).nextAttemptAt).toBeNull();
});

test("parent and children know each other, and nothing of other people's", async () => {
  const [one, other] = [await world.person(), await world.person()];
  works.set("fine", async () => undefined);
  const parent = await world.work(one.userId, "fine");
  const child = await world.work(one.userId, "fine", { parentId: parent });
  await world.work(other.userId, "fine", { parentId: parent });
  await world.jobsIdle();
  expect((await one.queue.jobDetail(parent)).children).toEqual([{ id: child, title: "Work on fine", state: "done" }]);
  expect((await one.queue.jobDetail(child)).parent).toEqual({ id: parent, title: "Work on fine", state: "done" });
});

test("a family is told from those before a job to those after it, bounded, and without other people's", async () => {
  const [one, other] = [await world.person(), await world.person()];
  works.set("fine", async () => undefined);
  works.set("broken", async () => {
    throw new PermanentError("No");
  });
  const line = [await world.work(one.userId, "fine")];
  for (let n = 1; n < 7; n += 1) line.push(await world.work(one.userId, "fine", { parentId: line.at(-1)! }));
  const broken = await world.work(one.userId, "broken", { parentId: line[5]! });
  const many: string[] = [];
  for (let n = 0; n < 24; n += 1) many.push(await world.work(one.userId, "fine", { parentId: line[5]! }));
  await world.work(other.userId, "fine", { parentId: line[5]! });
  await world.jobsIdle();
  // Two that were sent in one millisecond would be in the order of their ids.
  await world.database.system((tx) =>
    tx.execute(sql`update kit.job j set created_at = j.created_at + make_interval(secs => sent.at)
      from unnest(${sql.param([...line, broken, ...many])}::uuid[]) with ordinality as sent (id, at) where j.id = sent.id`),
  );

  const { family } = await one.queue.jobDetail(line[6]!);
  expect(family.slice(0, 6).map(({ id }) => id)).toEqual(line.slice(1));
  expect(family.find(({ id }) => id === line[5])).toMatchObject({ parentId: line[4], kind: "Work", children: 26 });
  // One that failed is named before newer ones.
  const siblings = family.filter(({ parentId, id }) => parentId === line[5] && id !== line[6]);
  expect(siblings.map(({ id }) => id)).toEqual([broken, ...many.slice(5)]);
  expect(siblings[0]).toMatchObject({ state: "failed", children: 0, finishedAt: expect.any(String) });

  const ids = (await one.queue.jobDetail(line[0]!)).family.map(({ id }) => id);
  expect(ids).toEqual(line.slice(0, 5));
  expect((await other.queue.jobs({})).items).toHaveLength(1);
});

test("a job runs again with other input, checked by its kind; what the kind does not name stays", async () => {
  const { userId, queue } = await world.person();
  const seen: string[] = [];
  for (const name of ["old", "new"]) works.set(name, async () => void seen.push(name));
  const id = await world.work(userId, "old");
  const { editable } = await over(queue, id);
  expect(editable?.input).toEqual({ name: "old" });
  await expect(queue.rerun(id, { input: { name: 3, userId: "other" } })).rejects.toMatchObject({
    code: "invalid_request",
    problem: { errors: expect.arrayContaining([expect.objectContaining({ path: "/input/name" })]) },
  });
  const again = await queue.rerun(id, { input: { name: "new" } });
  expect(await over(queue, again.id)).toMatchObject({ state: "done", title: "Work on new", rerunOf: { id } });
  expect((await queue.jobDetail(id)).reruns.map((link) => link.id)).toEqual([again.id]);
  expect(seen).toEqual(["old", "new"]);
});

test("a kind that takes no other input says so, and one that still runs waits", async () => {
  const { userId, queue } = await world.person();
  works.set("broken", async () => {
    throw new PermanentError("No");
  });
  const steady = await world.work(userId, "broken", { queue: "works.steady" });
  await over(queue, steady);
  await expect(queue.rerun(steady, { input: {} })).rejects.toMatchObject({ status: 409, code: "job_not_editable" });
  const waiting = await world.work(userId, "broken", { startAfter: new Date(Date.now() + 3_600_000) });
  await expect(queue.rerun(waiting, { input: { name: "x" } })).rejects.toMatchObject({ code: "job_not_finished" });
});

test("jobs are found in what they were given and made, by kind and by time", async () => {
  const { userId, queue } = await world.person();
  works.set("needle", async (job) => job.result({ found: "haystack" }));
  works.set("plain", async () => undefined);
  await world.work(userId, "needle", { queue: "works.steady" });
  await world.work(userId, "plain");
  await world.jobsIdle();
  const titles = async (query: Parameters<QueueClient["jobs"]>[0]) =>
    (await queue.jobs(query)).items.map(({ title }) => title);
  expect(await titles({ q: "HAYSTACK" })).toEqual(["Steady needle"]);
  expect(await titles({ queue: "works.run" })).toEqual(["Work on plain"]);
  expect(await titles({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
  expect((await queue.jobs({ limit: 1 })).matches).toBe(2);
  expect((await queue.jobs({ state: "done", since: "0000-01-01T00:00:00Z" })).matches).toBe(2);
  expect((await queue.jobs({ state: "failed" })).matches).toBe(0);
  expect((await queue.kinds()).kinds).toEqual([
    { queue: "works.steady", words: "Steady", count: 1 },
    { queue: "works.run", words: "Work", count: 1 },
  ]);
});
