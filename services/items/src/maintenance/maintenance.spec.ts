import { randomUUID } from "node:crypto";
import { userDeleted } from "@tessera/contracts-identity/events.ts";
import type { Item, NewItem } from "@tessera/contracts-items/items.ts";
import { type EntryDecided, entryDecided } from "@tessera/contracts-queue/events.ts";
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
  world.received.opened.length = 0;
  world.received.closed.length = 0;
});
afterAll(() => world.stop());

const key = () => randomUUID();
const tell = async () => {
  await world.application.nest.get(DueEntries).tell();
  await world.jobsIdle();
};

describe("due tasks", () => {
  it("are announced once a day, and no more once they are done", async () => {
    const userId = randomUUID();
    const { items } = await world.person({ userId });
    const today = await items.create({ type: "task", title: "Post the form", dueAt: "2026-04-10T16:00:00Z" }, key());
    await items.create({ type: "task", title: "Later", dueAt: "2026-04-11T00:00:00Z" }, key());
    await items.create({ type: "note", title: "No task", dueAt: "2026-04-10T10:00:00Z" }, key());
    await tell();
    await tell();
    const entry = {
      userId,
      key: `task-due:${today.id}:2026-04-10`,
      kind: "task-due",
      title: "Post the form",
      line: "Due today",
      expiresAt: null,
      onExpiry: "close",
      does: { accept: "Completes the task.", decline: "Leaves the task open; it comes back tomorrow." },
      outside: false,
    };
    expect(world.received.opened).toEqual([
      { ...entry, path: `/items/task/${today.id}`, itemId: today.id, jobId: null, urgent: false },
    ]);
    expect((await items.get(today.id)).version).toBe(1);
    await items.update(today.id, 1, { data: { done: true } });
    await world.jobsIdle();
    expect(world.received.closed).toEqual([{ userId, key: entry.key }]);
    await items.bulk({ ids: [today.id], set: { status: "trash" } }, key());
    await world.jobsIdle();
    expect(world.received.closed).toHaveLength(1);
  });

  it("are urgent at high priority", async () => {
    const userId = randomUUID();
    const { items } = await world.person({ userId });
    for (const priority of ["high", "medium"])
      await items.create({ type: "task", title: priority, data: { priority }, dueAt: "2026-04-10T16:00:00Z" }, key());
    await tell();
    const own = world.received.opened.filter((entry) => entry.userId === userId);
    expect(Object.fromEntries(own.map(({ title, urgent }) => [title, urgent]))).toEqual({ high: true, medium: false });
  });

  it("are announced again the next day as overdue, in place of the day before", async () => {
    const userId = randomUUID();
    const { items } = await world.person({ userId });
    const task = await items.create({ type: "task", title: "Pay", dueAt: "2026-04-09T16:00:00Z" }, key());
    await tell();
    world.clock.set("2026-04-11T09:00:00Z");
    await tell();
    const own = <T extends { userId: string }>(all: T[]) => all.filter((entry) => entry.userId === userId);
    expect(own(world.received.opened).map(({ key, line }) => [key, line])).toEqual([
      [`task-due:${task.id}:2026-04-10`, "Overdue since 9 April 2026"],
      [`task-due:${task.id}:2026-04-11`, "Overdue since 9 April 2026"],
    ]);
    expect(own(world.received.closed).map(({ key }) => key)).toEqual([`task-due:${task.id}:2026-04-10`]);
    await items.bulk({ ids: [task.id], set: { snoozeUntil: "2026-05-01T00:00:00Z" } }, key());
    await world.jobsIdle();
    expect(own(world.received.closed)).toHaveLength(2);
    world.clock.set("2026-04-12T09:00:00Z");
    await tell();
    expect(own(world.received.opened)).toHaveLength(2);
  });
});

describe("the day of a due task", () => {
  const entriesOf = (userId: string) =>
    world.received.opened.filter((entry) => entry.userId === userId).map(({ title, line }) => [title, line]);

  it("is the person's own, east and west of UTC", async () => {
    const people = await Promise.all(
      ["Pacific/Kiritimati", "America/Los_Angeles", null].map(async (zone) => {
        const userId = randomUUID();
        const { items } = await world.person({ userId });
        if (zone) await items.setTimeZone({ timeZone: zone });
        await items.create(
          { type: "task", title: "Half past ten on the 10th, UTC", dueAt: "2026-04-10T10:30:00Z" },
          key(),
        );
        return { userId, items };
      }),
    );
    const [east, west, unknown] = people;
    // On the Line Islands it is the 10th already, and half past ten UTC is on their 11th.
    world.clock.set("2026-04-09T23:50:00Z");
    await tell();
    expect(people.map(({ userId }) => entriesOf(userId))).toEqual([[], [], []]);
    world.clock.set("2026-04-10T00:10:00Z");
    await tell();
    expect(entriesOf(unknown!.userId)).toEqual([["Half past ten on the 10th, UTC", "Due today"]]);
    expect([entriesOf(east!.userId), entriesOf(west!.userId)]).toEqual([[], []]);
    world.clock.set("2026-04-10T10:10:00Z");
    await tell();
    expect([entriesOf(east!.userId).length, entriesOf(west!.userId).length]).toEqual([1, 1]);
    // Their days end ten hours after and seven hours after UTC's: overdue for the one, still due for the other.
    world.clock.set("2026-04-11T04:00:00Z");
    await tell();
    expect(entriesOf(west!.userId)).toHaveLength(1);
    expect(entriesOf(unknown!.userId).at(-1)).toEqual([
      "Half past ten on the 10th, UTC",
      "Overdue since 10 April 2026",
    ]);
  });

  it("moves with a person who travels, and refuses what is no time zone", async () => {
    const userId = randomUUID();
    const { items, send } = await world.person({ userId });
    await items.setTimeZone({ timeZone: "Asia/Tokyo" });
    await items.setTimeZone({ timeZone: "America/New_York" });
    await items.create({ type: "task", title: "Fly", dueAt: "2026-04-11T03:00:00Z" }, key());
    world.clock.set("2026-04-10T12:00:00Z");
    await tell();
    expect(entriesOf(userId)).toEqual([["Fly", "Due today"]]);
    for (const timeZone of ["Mars/Olympus", "", "+02:00", 7]) {
      const answer = await send("PUT", "/api/items/time-zone", { timeZone });
      expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ path: "/timeZone" }] }]);
    }
  });
});

describe("a due task decided in the queue", () => {
  let person: { userId: string; items: Awaited<ReturnType<ItemsWorld["person"]>>["items"] };
  const decide = async (task: Item, state: EntryDecided["state"]) => {
    const decided: EntryDecided = {
      userId: person.userId,
      key: `task-due:${task.id}:2026-04-10`,
      kind: "task-due",
      itemId: task.id,
      state,
    };
    await world.database.system((tx) =>
      world.application.nest.get(Events, { strict: false }).publish(tx, entryDecided, decided),
    );
    await world.jobsIdle();
    return person.items.get(task.id);
  };
  const dueTask = async (fields: Partial<NewItem> = {}) => {
    const task = await person.items.create(
      { type: "task", title: "Pay", dueAt: "2026-04-10T16:00:00Z", ...fields },
      key(),
    );
    await tell();
    world.received.opened.length = 0;
    return task;
  };
  const stored = async (id: string) => {
    const { rows } = await world.database.system((tx) =>
      tx.execute(sql`select due_entry from items.item where id = ${id}`),
    );
    return rows[0];
  };
  beforeEach(async () => {
    const userId = randomUUID();
    person = { userId, items: (await world.person({ userId })).items };
  });

  it("is completed when it is accepted, and waits where it did when that is taken back", async () => {
    const task = await dueTask({ status: "later" });
    expect(await decide(task, "accepted")).toMatchObject({ status: "done", data: { done: true }, version: 2 });
    await tell();
    expect(world.received.opened).toEqual([]);
    expect(await decide(task, "open")).toMatchObject({ status: "later", data: { done: false }, version: 3 });
    await tell();
    expect(world.received.opened).toEqual([]);
    // The entry that came back is closed like any other.
    await person.items.update(task.id, 3, { data: { done: true } });
    await world.jobsIdle();
    expect(world.received.closed).toEqual([{ userId: person.userId, key: `task-due:${task.id}:2026-04-10` }]);
  });

  it("moves to its next day when it repeats, and is due again as it was when that is taken back", async () => {
    const repeat = { every: 1, unit: "week" };
    const task = await dueTask({ data: { repeat } });
    const moved = await decide(task, "accepted");
    expect(moved).toMatchObject({ status: "inbox", dueAt: "2026-04-17T16:00:00.000Z", data: { done: false } });
    expect(await decide(task, "accepted")).toEqual(moved);
    expect(await decide(task, "open")).toMatchObject({ status: "inbox", dueAt: task.dueAt, snoozeUntil: null });
    expect(await stored(task.id)).toEqual({ due_entry: `task-due:${task.id}:2026-04-10` });
    expect(await person.items.occurrences(task.id)).toEqual([]);
  });

  it("stays as it is when it is dismissed or snoozed", async () => {
    const task = await dueTask();
    expect(await decide(task, "declined")).toEqual(task);
    expect(await decide(task, "snoozed")).toEqual(task);
  });

  it("keeps what was done to it outside the queue, and closes an entry that has nothing left to decide", async () => {
    const task = await dueTask();
    await person.items.update(task.id, 1, { data: { done: true } });
    await world.jobsIdle();
    world.received.closed.length = 0;
    expect(await decide(task, "open")).toMatchObject({ status: "done", version: 2 });
    await person.items.remove(task.id, 2);
    expect(await decide(task, "accepted")).toMatchObject({ status: "trash", version: 3 });
    await decide(task, "open");
    expect(world.received.closed).toHaveLength(2);
  });

  it("follows the newest decision, in whichever order they arrive", async () => {
    const task = await dueTask();
    await decide(task, "accepted");
    await decide(task, "open");
    await world.database.system((tx) =>
      tx.execute(sql`update pgboss.job set state = 'retry', start_after = now(), completed_on = null
        where name like ${`event.${entryDecided.topic}%`} and data -> 'payload' ->> 'itemId' = ${task.id}`),
    );
    expect(await decide(await dueTask({ title: "Another" }), "accepted")).toMatchObject({ status: "done" });
    expect(await person.items.get(task.id)).toMatchObject({ status: "inbox", version: 3 });
    expect(await stored(task.id)).toEqual({ due_entry: `task-due:${task.id}:2026-04-10` });
  });

  it("is not touched by a decision about another person's entry", async () => {
    const task = await dueTask();
    const owner = person;
    person = { ...owner, userId: randomUUID() };
    await decide(task, "accepted").catch(() => undefined);
    expect(await owner.items.get(task.id)).toEqual(task);
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
  await items.setTimeZone({ timeZone: "Europe/Oslo" });
  const [gone, kept] = [
    await items.create({ type: "note", body: "gone" }, key()),
    await other.items.create({ type: "note", body: "kept" }, key()),
  ];
  const files = world.application.nest.get(FileStore, { strict: false });
  await files.put(`items/${userId}/one`, Buffer.from("a file"));
  await world.database.system((tx) =>
    tx.execute(sql`insert into items.attachment (id, item_id, user_id, position, name, media_type, bytes, file_key)
      values (${randomUUID()}, ${gone.id}, ${userId}, 0, 'one', 'text/plain', 6, ${`items/${userId}/one`})`),
  );
  await world.database.system((tx) =>
    world.application.nest.get(Events, { strict: false }).publish(tx, userDeleted, { userId }),
  );
  await world.jobsIdle();
  expect(await refusal(items.get(gone.id))).toMatchObject({ status: 404 });
  expect(await files.exists(`items/${userId}/one`)).toBe(false);
  const { rows } = await world.database.system((tx) =>
    tx.execute(sql`select 1 from items.person where user_id = ${userId}`),
  );
  expect(rows).toEqual([]);
  expect(await other.items.get(kept.id)).toMatchObject({ id: kept.id });
});
