import { queueClient } from "@tessera/contracts-queue/client.ts";
import { ADMINISTRATOR, type QueueWorld, startQueueWorld, works } from "../testing/queue-world.ts";

let world: QueueWorld;
let administrator: ReturnType<typeof queueClient>;
beforeAll(async () => {
  world = await startQueueWorld();
  administrator = queueClient(world.client(await world.token({ email: ADMINISTRATOR })));
});
afterAll(() => world.stop());

const refused = { code: "background_work_administrators_only" };

test("schedules and numbers are for administrators alone", async () => {
  const { queue } = await world.person();
  await expect(queue.schedules()).rejects.toMatchObject(refused);
  await expect(queue.pauseSchedule("kit.purge", true)).rejects.toMatchObject(refused);
  await expect(queue.runSchedule("kit.purge")).rejects.toMatchObject(refused);
  await expect(queue.numbers()).rejects.toMatchObject(refused);
});

test("an administrator pauses, resumes and runs schedules", async () => {
  const { schedules } = await administrator.schedules();
  expect(schedules.map(({ queue }) => queue)).toEqual(expect.arrayContaining(["kit.purge", "kit.export-purge"]));
  for (const { name, does, when } of schedules) for (const words of [name, does, when]) expect(words).not.toBe("");
  expect(await administrator.pauseSchedule("kit.purge", true)).toMatchObject({ pausedAt: expect.any(String) });
  await administrator.runSchedule("kit.purge");
  await world.jobsIdle();
  const purge = (await administrator.schedules()).schedules.find(({ queue }) => queue === "kit.purge");
  expect(purge?.runs[0]).toMatchObject({ asked: true, outcome: "done" });
  expect(await administrator.pauseSchedule("kit.purge", false)).toMatchObject({ pausedAt: null });
  await expect(administrator.runSchedule("kit.nothing")).rejects.toMatchObject({ code: "schedule_not_found" });
});

test("numbers count the jobs of everybody by the hour and by the day, without a word of theirs", async () => {
  const { userId } = await world.person();
  works.set("counted", async () => undefined);
  const before = await administrator.numbers();
  await world.work(userId, "counted");
  await world.work(userId, "nobody knows this one");
  await world.jobsIdle();
  const after = await administrator.numbers();
  const sum = (numbers: typeof after, what: "done" | "failed") =>
    numbers.slots.reduce((total, slot) => total + slot[what], 0);
  expect(after.slots).toHaveLength(24);
  expect((await administrator.numbers({ span: "week" })).slots).toHaveLength(7);
  expect(sum(after, "done")).toBeGreaterThan(sum(before, "done"));
  expect(sum(after, "failed")).toBe(sum(before, "failed") + 1);
  expect(after.slots.at(-1)?.waitedMs).toEqual(expect.any(Number));
  expect(after.kinds.find(({ queue }) => queue === "works.run")).toMatchObject({
    ...{ words: "Work", waiting: 0, running: 0, oldestWaitingMs: null },
  });
  expect(JSON.stringify(after)).not.toContain("nobody knows");
});
