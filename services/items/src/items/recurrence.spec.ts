import { randomUUID } from "node:crypto";
import { SNOOZED_LIST } from "@tessera/contracts-items/snoozed.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
  world.clock.set(new Date("2026-11-25T11:00:00Z"));
}, 60_000);
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
  it("makes its next one when it is completed, on its day, with nothing done; opened again, takes it back", async () => {
    const { items, task } = await taskOf({ repeat: monthly, dueDay: "2026-11-30", checklist });
    const done = await items.update(task.id, task.version, { status: "done" });
    expect(done.data.next).toEqual(expect.any(String));
    const next = await items.get(String(done.data.next));
    expect(next).toMatchObject({
      ...{ type: "task", title: "VAT return", body: "Form 1", tags: ["tax"], status: "inbox", unread: false },
      data: { done: false, priority: "high", repeat: monthly, dueDay: "2027-02-28", checklist: [{ done: false }] },
      dueAt: "2027-02-27T23:00:00.000Z",
      snoozeUntil: "2027-02-27T23:00:00.000Z",
    });
    expect(next.data.next).toBeUndefined();
    expect((await items.list({ type: SNOOZED_LIST })).items.map(({ id }) => id)).toEqual([next.id]);
    expect((await items.list({ type: "inbox" })).total).toBe(0);

    const open = await items.update(task.id, done.version, { status: "inbox" });
    expect(open.data).toMatchObject({ done: false });
    expect(open.data.next).toBeUndefined();
    expect(await refusal(items.get(next.id))).toMatchObject({ status: 404 });
    expect((await items.list({})).total).toBe(1);
  });

  it("keeps the time of day by the person's clock, and a next one that was changed", async () => {
    const { items, task } = await taskOf({ repeat: { every: 6, unit: "month" } }, "2026-11-25T08:00:00.000Z");
    const { changed } = await items.bulk({ ids: [task.id], set: { status: "done" } }, randomUUID());
    const next = await items.get(String((await items.get(task.id)).data.next));
    // 09:00 in Vienna, in summer.
    expect(next.dueAt).toBe("2027-05-25T07:00:00.000Z");
    await items.update(next.id, next.version, { title: "VAT return, with a new form" });
    await items.bulk({ ids: [task.id], set: { status: changed[0]!.previous.status! } }, randomUUID());
    expect((await items.get(task.id)).data.next).toBeUndefined();
    expect((await items.get(next.id)).title).toBe("VAT return, with a new form");
  });

  it("makes nothing while it is not due, of a task that does not repeat, or by a person's word", async () => {
    const once = await taskOf({});
    await once.items.update(once.task.id, 1, { status: "done" });
    const undated = await taskOf({ repeat: monthly }, null);
    await undated.items.update(undated.task.id, 1, { status: "done" });
    for (const { items } of [once, undated]) expect((await items.list({})).total).toBe(1);
    expect(await refusal(once.items.update(once.task.id, 2, { data: { next: randomUUID() } }))).toMatchObject({
      status: 400,
    });
  });
});
