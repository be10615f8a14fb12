import { randomUUID } from "node:crypto";
import { jest } from "@jest/globals";
import type { Item, NewItem } from "@tessera/contracts-items/items.ts";
import { Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { Reminders } from "./reminders.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
beforeEach(async () => {
  world.clock.set("2026-04-09T08:00:00Z");
  await world.database.system((tx) => tx.execute(sql`update items.item set remind_at = null`));
  world.received.notices.length = 0;
});
afterAll(() => world.stop());

/** What is mailed once the clock shows a moment: subject and lead of each. */
async function mailedAt(at: string): Promise<[string, string][]> {
  world.received.notices.length = 0;
  world.clock.set(at);
  await world.application.nest.get(Reminders).remind();
  await world.jobsIdle();
  return world.received.notices.map(({ subject, lead }) => [subject, lead]);
}
const subjectsAt = async (at: string) => (await mailedAt(at)).map(([subject]) => subject).sort();

async function personIn(zone: string | null) {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  if (zone) await items.setTimeZone({ timeZone: zone });
  const task = (title: string, dueAt: string, data: NewItem["data"], fields: Partial<NewItem> = {}): Promise<Item> =>
    items.create({ type: "task", title, dueAt, data, ...fields }, randomUUID());
  return { userId, items, task };
}

describe("a reminder", () => {
  it("is mailed once, at its time, with the task, when it is due and the way to it", async () => {
    const { userId, items, task } = await personIn("Europe/Berlin");
    const { id } = await task("Call\u00a0the bank", "2026-04-10T14:00:00Z", { reminder: 60 });
    expect(await mailedAt("2026-04-10T12:59:59Z")).toEqual([]);
    expect(await mailedAt("2026-04-10T13:00:00Z")).toHaveLength(1);
    expect(world.received.notices).toEqual([
      {
        userId,
        key: `reminder:${id}:2026-04-10T13:00:00.000Z`,
        kind: "reminders",
        subject: "Reminder: Call the bank",
        lead: "Due on Friday, 10 April 2026 at 16:00 (Europe/Berlin).",
        action: { label: "Open the card", path: `/items/task/${id}` },
      },
    ]);
    expect(await mailedAt("2026-04-10T13:01:00Z")).toEqual([]);
    expect(await items.get(id)).toMatchObject({ version: 1, data: { reminder: 60 } });
    expect((await items.list({ type: "task" })).items[0]).toMatchObject({
      reminder: 60,
      line: "Reminder 1 hour before",
    });
  });

  it("of a day without a time comes at 9:00 by the person's clock, or days before", async () => {
    for (const [zone, dueAt] of [
      ["Pacific/Kiritimati", "2026-04-09T10:00:00Z"],
      ["America/Los_Angeles", "2026-04-10T07:00:00Z"],
      [null, "2026-04-10T00:00:00Z"],
    ] as const) {
      const { task } = await personIn(zone);
      await task(`day, ${zone}`, dueAt, { dueDay: "2026-04-10", reminder: 0 });
      await task(`before, ${zone}`, dueAt, { dueDay: "2026-04-10", reminder: 1440 });
    }
    expect(await subjectsAt("2026-04-09T08:59:00Z")).toEqual([]);
    expect(await subjectsAt("2026-04-09T09:00:00Z")).toEqual(["Reminder: before, null"]);
    expect(await subjectsAt("2026-04-09T16:00:00Z")).toEqual(["Reminder: before, America/Los_Angeles"]);
    expect(await mailedAt("2026-04-09T19:00:00Z")).toEqual([
      ["Reminder: day, Pacific/Kiritimati", "Due on Friday, 10 April 2026."],
    ]);
    expect(await subjectsAt("2026-04-10T09:00:00Z")).toEqual(["Reminder: day, null"]);
    expect(await subjectsAt("2026-04-10T16:00:00Z")).toEqual(["Reminder: day, America/Los_Angeles"]);
  });

  it("keeps to 9:00 when the clocks change and when the person travels", async () => {
    const { items, task } = await personIn("Europe/Berlin");
    world.clock.set("2026-03-27T08:00:00Z");
    // On 29 March clocks are set forward: 9:00 is eight hours after the day begins.
    await task("Sunday", "2026-03-28T23:00:00Z", { dueDay: "2026-03-29", reminder: 0 });
    await task("Monday", "2026-03-29T22:00:00Z", { dueDay: "2026-03-30", reminder: 0 });
    expect(await subjectsAt("2026-03-29T06:59:00Z")).toEqual([]);
    expect(await subjectsAt("2026-03-29T07:00:00Z")).toEqual(["Reminder: Sunday"]);
    await items.setTimeZone({ timeZone: "America/New_York" });
    expect(await subjectsAt("2026-03-30T12:59:00Z")).toEqual([]);
    expect(await mailedAt("2026-03-30T13:00:00Z")).toEqual([["Reminder: Monday", "Due on Monday, 30 March 2026."]]);
  });

  it("is not mailed of what was settled, thrown away, put off past its day, or lost its reminder", async () => {
    const { items, task } = await personIn("Europe/Berlin");
    const make = (title: string) => task(title, "2026-04-10T14:00:00Z", { reminder: 10 });
    const done = await make("done");
    await items.update(done.id, 1, { data: { done: true } });
    const ruled = await task("done, and in the inbox by a rule", "2026-04-10T14:00:00Z", { reminder: 10, done: true });
    await world.database.system((tx) => tx.execute(sql`update items.item set status = 'inbox' where id = ${ruled.id}`));
    const trashed = await make("trashed");
    const archived = await make("archived");
    await items.bulk({ ids: [trashed.id], set: { status: "trash" } }, randomUUID());
    await items.bulk({ ids: [archived.id], set: { status: "archived" } }, randomUUID());
    const putOff = await make("put off");
    await items.update(putOff.id, 1, { snoozeUntil: "2026-04-11T07:00:00Z" });
    const asleep = await make("asleep until it is due");
    await items.update(asleep.id, 1, { snoozeUntil: "2026-04-10T14:00:00Z" });
    const without = await make("without");
    await items.update(without.id, 1, { data: { reminder: null } });
    const never = await make("never due");
    await items.update(never.id, 1, { dueAt: null });
    const noDay = await task("no day", "2026-04-09T22:00:00Z", { dueDay: "2026-04-10", reminder: 0 });
    await items.update(noDay.id, 1, { dueAt: null });
    const note = await make("a note now");
    await items.update(note.id, 1, { type: "note" });
    expect(await subjectsAt("2026-04-10T13:50:00Z")).toEqual(["Reminder: asleep until it is due"]);
    // Its time has passed: what is wanted again later is not news of then.
    await items.update(done.id, 2, { data: { done: false } });
    await items.bulk({ ids: [trashed.id], set: { status: "inbox" } }, randomUUID());
    expect(await subjectsAt("2026-04-10T13:55:00Z")).toEqual([]);
  });

  it("follows what is due to another time, by a change of one or of many", async () => {
    const { items, task } = await personIn("Europe/Berlin");
    const one = await task("one", "2026-04-10T14:00:00Z", { reminder: 10 });
    const many = await task("many", "2026-04-10T14:00:00Z", { reminder: 10 });
    await items.update(one.id, 1, { dueAt: "2026-04-10T15:00:00Z" });
    await items.bulk({ ids: [many.id], set: { due: { day: "2026-04-11" } } }, randomUUID());
    expect(await subjectsAt("2026-04-10T13:50:00Z")).toEqual([]);
    expect(await subjectsAt("2026-04-10T14:50:00Z")).toEqual(["Reminder: one"]);
    await items.update(one.id, 2, { dueAt: "2026-04-12T15:00:00Z" });
    await items.update(one.id, 3, { title: "one, later", tags: ["moved"] });
    expect(await subjectsAt("2026-04-11T13:50:00Z")).toEqual(["Reminder: many"]);
    expect(await subjectsAt("2026-04-12T14:50:00Z")).toEqual(["Reminder: one, later"]);
  });

  it("moves on with what repeats, also where it lies before the day that the task comes back on", async () => {
    const { items, task } = await personIn("Europe/Berlin");
    const repeat = { every: 1, unit: "week" };
    // Completed before the reminder of its first day would have been mailed.
    world.clock.set("2026-04-09T06:30:00Z");
    const { id } = await task("Bins", "2026-04-09T22:00:00Z", { dueDay: "2026-04-10", reminder: 1440, repeat });
    const moved = await items.update(id, 1, { data: { done: true } });
    expect(moved).toMatchObject({ data: { dueDay: "2026-04-17", reminder: 1440 }, snoozeUntil: expect.any(String) });
    expect(await subjectsAt("2026-04-10T12:00:00Z")).toEqual([]);
    expect(await mailedAt("2026-04-16T07:00:00Z")).toEqual([["Reminder: Bins", "Due on Friday, 17 April 2026."]]);
    await items.update(id, moved.version, { data: { done: true } });
    expect(await subjectsAt("2026-04-23T07:00:00Z")).toEqual(["Reminder: Bins"]);
  });

  it("whose time lay in the past when it was chosen is not mailed", async () => {
    const { items, task } = await personIn("Europe/Berlin");
    await task("an hour before, chosen late", "2026-04-09T08:30:00Z", { reminder: 60 });
    const { id } = await task("moved into the past", "2026-04-10T14:00:00Z", { reminder: 60 });
    await items.update(id, 1, { dueAt: "2026-04-09T08:00:00Z" });
    expect(await mailedAt("2026-04-09T08:01:00Z")).toEqual([]);
    expect(await mailedAt("2026-04-10T14:00:00Z")).toEqual([]);
  });

  it("is mailed late after an outage, but only of the last day", async () => {
    const { items, task } = await personIn("Europe/Berlin");
    await task("days ago", "2026-04-10T14:00:00Z", { reminder: 0 });
    const { id } = await task("last night", "2026-04-13T22:00:00Z", { reminder: 0 });
    world.clock.set("2026-04-14T08:00:00Z");
    await items.update(id, 1, { title: "last night, edited before it was mailed" });
    expect(await subjectsAt("2026-04-14T08:01:00Z")).toEqual(["Reminder: last night, edited before it was mailed"]);
    expect(await subjectsAt("2026-04-14T08:02:00Z")).toEqual([]);
  });

  it("is mailed once when sending breaks off, and two that send at once mail it once", async () => {
    const { task } = await personIn("Europe/Berlin");
    for (const title of ["a", "b", "c"]) await task(title, "2026-04-10T14:00:00Z", { reminder: 0 });
    const events = world.application.nest.get(Events, { strict: false });
    const real = events.publish.bind(events);
    let published = 0;
    const broken = jest.spyOn(events, "publish").mockImplementation((async (...args: Parameters<typeof real>) => {
      published += 1;
      if (published === 2) throw new Error("The process ends here.");
      await real(...args);
    }) as typeof real);
    await expect(mailedAt("2026-04-10T14:00:00Z")).rejects.toThrow("ends here");
    broken.mockRestore();
    await world.jobsIdle();
    expect(world.received.notices).toEqual([]);
    const reminders = world.application.nest.get(Reminders);
    await Promise.all([reminders.remind(), reminders.remind()]);
    await world.jobsIdle();
    expect(world.received.notices.map(({ subject }) => subject).sort()).toEqual(
      ["a", "b", "c"].map((title) => `Reminder: ${title}`),
    );
  });

  it("is not counted from what another type keeps under its name, and takes minutes alone", async () => {
    const { items, task } = await personIn("Europe/Berlin");
    for (const reminder of [-1, 1.5, 40_321, "soon"])
      await expect(task("no minutes", "2026-04-10T14:00:00Z", { reminder })).rejects.toMatchObject({ status: 400 });
    const note = await items.create({ type: "note", title: "note", dueAt: "2026-04-10T14:00:00Z" }, randomUUID());
    for (const reminder of ['"soon"', '"NaN"', "1e300", "-2147483648", '{"at": 9}', "10"]) {
      await world.database.system((tx) =>
        tx.execute(sql`update items.item set data = jsonb_build_object('reminder', ${reminder}::jsonb, 'dueDay', 'x')
          where id = ${note.id}`),
      );
    }
    expect(await mailedAt("2026-04-10T23:00:00Z")).toEqual([]);
  });

  it("comes by the first moment of the day where the database does not know the zone", async () => {
    const { userId, task } = await personIn("Europe/Berlin");
    await world.database.system((tx) =>
      tx.execute(sql`update items.person set time_zone = 'Moon/Tycho' where user_id = ${userId}`),
    );
    await task("far away", "2026-04-09T22:00:00Z", { dueDay: "2026-04-10", reminder: 0 });
    expect(await subjectsAt("2026-04-10T06:59:00Z")).toEqual([]);
    expect(await subjectsAt("2026-04-10T07:00:00Z")).toEqual(["Reminder: far away"]);
  });
});
