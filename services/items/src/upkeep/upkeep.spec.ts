import { randomUUID } from "node:crypto";
import { USER_DELETED } from "@tessera/contracts/identity.ts";
import { Events, FileStore } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";
import { DueEntries } from "./due-entries.ts";
import { EmptyTrash } from "./empty-trash.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
beforeEach(() => {
  world.clock.set("2026-04-10T09:00:00Z");
  world.heard.opened.length = 0;
  world.heard.closed.length = 0;
});
afterAll(() => world.stop());

const key = () => randomUUID();
const tell = async () => {
  await world.application.nest.get(DueEntries).tell();
  await world.jobsIdle();
};

describe("due tasks", () => {
  it("are told of once a day, and no more once they are done", async () => {
    const userId = randomUUID();
    const { items } = await world.person({ userId });
    const today = await items.create({ type: "task", title: "Post the form", dueAt: "2026-04-10T16:00:00Z" }, key());
    await items.create({ type: "task", title: "Later", dueAt: "2026-04-11T00:00:00Z" }, key());
    await items.create({ type: "note", title: "No task", dueAt: "2026-04-10T10:00:00Z" }, key());
    await tell();
    await tell();
    const entry = { userId, key: `task-due:${today.id}:2026-04-10`, kind: "task-due", title: "Post the form", line: "Due today" };
    expect(world.heard.opened).toEqual([{ ...entry, path: `/items/task/${today.id}`, itemId: today.id, jobId: null }]);
    expect((await items.get(today.id)).version).toBe(1);
    await items.update(today.id, 1, { data: { done: true } });
    await world.jobsIdle();
    expect(world.heard.closed).toEqual([{ userId, key: entry.key }]);
    await items.bulk({ ids: [today.id], set: { status: "trash" } }, key());
    await world.jobsIdle();
    expect(world.heard.closed).toHaveLength(1);
  });

  it("are told of anew the next day as overdue, in place of the day before", async () => {
    const userId = randomUUID();
    const { items } = await world.person({ userId });
    const task = await items.create({ type: "task", title: "Pay", dueAt: "2026-04-09T16:00:00Z" }, key());
    await tell();
    world.clock.set("2026-04-11T09:00:00Z");
    await tell();
    const own = <T extends { userId: string }>(all: T[]) => all.filter((entry) => entry.userId === userId);
    expect(own(world.heard.opened).map(({ key, line }) => [key, line])).toEqual([
      [`task-due:${task.id}:2026-04-10`, "Overdue since 2026-04-09"],
      [`task-due:${task.id}:2026-04-11`, "Overdue since 2026-04-09"],
    ]);
    expect(own(world.heard.closed).map(({ key }) => key)).toEqual([`task-due:${task.id}:2026-04-10`]);
    await items.bulk({ ids: [task.id], set: { snoozeUntil: "2026-05-01T00:00:00Z" } }, key());
    await world.jobsIdle();
    expect(own(world.heard.closed)).toHaveLength(2);
    world.clock.set("2026-04-12T09:00:00Z");
    await tell();
    expect(own(world.heard.opened)).toHaveLength(2);
  });
});

it("empties the trash of what has lain there for thirty days", async () => {
  const { items } = await world.person();
  const [old, young] = await Promise.all(["old", "young"].map((body) => items.create({ type: "note", body }, key())));
  await items.remove(old!.id, 1);
  world.clock.set("2026-04-20T09:00:00Z");
  await items.remove(young!.id, 1);
  world.clock.set("2026-05-10T10:00:00Z");
  await world.application.nest.get(EmptyTrash).empty();
  expect(await refusal(items.get(old!.id))).toMatchObject({ status: 404 });
  expect(await items.get(young!.id)).toMatchObject({ status: "trash" });
});

it("deletes the items and files of an account that is gone, and nobody else's", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  const other = await world.person();
  const [gone, kept] = [
    await items.create({ type: "note", body: "gone" }, key()),
    await other.items.create({ type: "note", body: "kept" }, key()),
  ];
  const files = world.application.nest.get(FileStore, { strict: false });
  await files.put("erased/one", Buffer.from("a file"));
  await world.database.system((tx) =>
    tx.execute(sql`insert into items.attachment (id, item_id, user_id, position, name, media_type, bytes, file_key)
      values (${randomUUID()}, ${gone.id}, ${userId}, 0, 'one', 'text/plain', 6, 'erased/one')`),
  );
  await world.database.system((tx) => world.application.nest.get(Events, { strict: false }).publish(tx, USER_DELETED, { userId }));
  await world.jobsIdle();
  expect(await refusal(items.get(gone.id))).toMatchObject({ status: 404 });
  expect(await files.exists("erased/one")).toBe(false);
  expect(await other.items.get(kept.id)).toMatchObject({ id: kept.id });
});
