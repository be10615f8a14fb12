import { randomUUID } from "node:crypto";
import { SNOOZED_LIST } from "@tessera/contracts-items/snoozed.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
  world.clock.set(new Date("2026-11-25T11:00:00Z"));
});
afterAll(() => world.stop());

const monthly = { every: 3, unit: "month" };
const checklist = [{ text: "receipts", done: true }];

async function taskOf(fields: object, dueAt: string | null = "2026-11-29T23:00:00.000Z") {
  const { items } = await world.person();
  await items.setTimeZone({ timeZone: "Europe/Vienna" });
  const task = await items.create(
    { type: "task", title: "VAT return", body: "Form 1", tags: ["tax"], dueAt, data: { priority: "high", ...fields } },
    randomUUID(),
  );
  return { items, task };
}

describe("a task that repeats", () => {
  it("moves to its next day when it is completed, with nothing of it done, and goes back as it was", async () => {
    const { items, task } = await taskOf({ repeat: monthly, dueDay: "2026-11-30", checklist });
    const moved = await items.update(task.id, task.version, { status: "done" });
    expect(moved).toMatchObject({
      ...{ id: task.id, type: "task", title: "VAT return", body: "Form 1", tags: ["tax"], status: "inbox", version: 2 },
      data: { done: false, priority: "high", repeat: monthly, dueDay: "2027-02-28", checklist: [{ done: false }] },
      dueAt: "2027-02-27T23:00:00.000Z",
      snoozeUntil: "2027-02-27T23:00:00.000Z",
    });
    expect((await items.list({ type: SNOOZED_LIST })).items.map(({ id }) => id)).toEqual([task.id]);
    expect((await items.list({ type: "inbox" })).total).toBe(0);
    const again = await items.update(task.id, moved.version, { data: { done: true } });
    expect(again.data.dueDay).toBe("2027-05-28");
    const log = await items.occurrences(task.id);
    expect(log).toMatchObject([
      { kind: "completed", dueDay: "2027-02-28", at: "2026-11-25T11:00:00.000Z" },
      { kind: "completed", dueDay: "2026-11-30", dueAt: "2026-11-29T23:00:00.000Z" },
    ]);

    expect(await refusal(items.takeBack(task.id, log[1]!.id))).toMatchObject({ code: "occurrence_not_newest" });
    await items.takeBack(task.id, String(again.data.occurrence));
    const back = await items.takeBack(task.id, String(moved.data.occurrence));
    expect({ ...back, version: 0, updatedAt: "" }).toEqual({
      ...task,
      version: 0,
      updatedAt: "",
      changedWith: back.changedWith,
    });
    expect(await items.occurrences(task.id)).toEqual([]);
  });

  it("keeps the time of day by the person's clock, what was changed since, and Later", async () => {
    const { items, task } = await taskOf({ repeat: { every: 6, unit: "month" } }, "2026-11-25T08:00:00.000Z");
    await items.bulk({ ids: [task.id], set: { status: "later" } }, randomUUID());
    const { changed } = await items.bulk({ ids: [task.id], set: { status: "done" } }, randomUUID());
    const next = await items.get(task.id);
    // 09:00 in Vienna, in summer.
    expect(next).toMatchObject({ dueAt: "2027-05-25T07:00:00.000Z", status: "later", version: changed[0]!.version });
    await items.update(next.id, next.version, { title: "VAT return, with a new form" });
    const back = await items.takeBack(task.id, changed[0]!.occurrence!);
    expect(back).toMatchObject({ title: "VAT return, with a new form", dueAt: task.dueAt, status: "later" });
  });

  it("goes by an RRULE, until it ends", async () => {
    const rule = "FREQ=MONTHLY;BYDAY=-1MO;UNTIL=20261231";
    const { items, task } = await taskOf({ repeat: { every: 1, unit: "month", rule }, dueDay: "2026-11-30" });
    const moved = await items.update(task.id, 1, { status: "done" });
    expect(moved.data.dueDay).toBe("2026-12-28");
    const ended = await items.update(task.id, moved.version, { status: "done" });
    expect(ended).toMatchObject({ status: "done", data: { done: true, dueDay: "2026-12-28" } });
    for (const [wrong, message] of [
      ["FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY takes no 32"],
      ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "names no day"],
      ["FREQ=DAILY;COUNT=3", "without COUNT"],
      ["FREQ=SECONDLY", "RRULE"],
      ["FREQ=DAILY;UNTIL=2026", "UNTIL"],
    ])
      expect(
        await refusal(
          items.update(task.id, ended.version, { data: { repeat: { every: 1, unit: "month", rule: wrong } } }),
        ),
      ).toMatchObject({ status: expect.any(Number), detail: expect.stringContaining(message!) });
  });

  it("counts from the day of completion where it is strict, and skips one in its rhythm", async () => {
    const repeat = { every: 3, unit: "day", after: "completion" };
    const { items, task } = await taskOf({ repeat, dueDay: "2026-11-20" }, "2026-11-19T23:00:00.000Z");
    const moved = await items.update(task.id, 1, { status: "done" });
    expect(moved.data.dueDay).toBe("2026-11-28");
    const skipped = await items.skip(task.id, moved.version);
    expect(skipped).toMatchObject({ version: 3, data: { dueDay: "2026-12-01", occurrence: expect.any(String) } });
    expect((await items.occurrences(task.id)).map(({ kind }) => kind)).toEqual(["skipped", "completed"]);
    expect((await items.takeBack(task.id, String(skipped.data.occurrence))).data.dueDay).toBe("2026-11-28");
  });

  it("stays done when it was to be the last time, has no date, or does not repeat; a person names no occurrence", async () => {
    const last = await taskOf({ repeat: monthly });
    const done = await last.items.update(last.task.id, 1, { status: "done", data: { repeat: null } });
    expect(done).toMatchObject({ status: "done", data: { done: true } });
    const once = await taskOf({});
    await once.items.update(once.task.id, 1, { status: "done" });
    expect(await refusal(once.items.skip(once.task.id, 2))).toMatchObject({ code: "does_not_repeat" });
    const undated = await taskOf({ repeat: monthly }, null);
    expect((await undated.items.update(undated.task.id, 1, { status: "done" })).status).toBe("done");
    expect(await refusal(once.items.update(once.task.id, 2, { data: { occurrence: randomUUID() } }))).toMatchObject({
      status: 400,
    });
  });

  it("shows and takes back nobody else's", async () => {
    const { items, task } = await taskOf({ repeat: monthly });
    const { data } = await items.update(task.id, 1, { status: "done" });
    const other = (await world.person()).items;
    for (const act of [
      other.occurrences(task.id),
      other.skip(task.id, 2),
      other.takeBack(task.id, String(data.occurrence)),
    ])
      expect(await refusal(act)).toMatchObject({ status: 404 });
    expect(await items.occurrences(task.id)).toHaveLength(1);
  });
});
