import { type Change, Changes } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { type QueueWorld, startQueueWorld, works } from "./testing/queue-world.ts";

let world: QueueWorld;
beforeAll(async () => {
  world = await startQueueWorld();
});
afterAll(() => world.stop());

test("a person's entries and jobs are published as they change, without what a page fetches when it shows them", async () => {
  const { userId } = await world.person();
  const changes = world.application.nest.get(Changes);
  const tables = await changes.tables();
  const received: Change[] = [];
  const feed = await changes.follow({ changed: (change) => received.push(change), missed: () => undefined });
  for (const name of ["queue.entry", "kit.job"]) await changes.watch(tables.get(name)!, userId);

  await world.opened({ userId, key: "a", kind: "task-due", title: "Task a", line: "Due today", path: "/items/task" });
  works.set("live", async () => {});
  await world.work(userId, "live");
  await world.jobsIdle();
  const of = (table: string) => received.filter((change) => change.table.table === table);
  await until("the job's end to be published", () => of("job").find(({ record }) => record.state === "done"), {
    state: () => received,
  });
  await until("the entry to be published", () => of("entry").find(({ record }) => record.state === "open"), {
    state: () => received,
  });
  for (const { userId: owner, record } of received) {
    expect(owner).toBe(userId);
    for (const hidden of ["log", "data", "error", "line", "key"]) expect(record).not.toHaveProperty(hidden);
  }
  await feed.close();
});
