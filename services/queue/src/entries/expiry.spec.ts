import { Schedules } from "@tessera/service-kit";
import { type QueueWorld, startQueueWorld } from "../testing/queue-world.ts";
import { Expiry } from "./expiry.ts";

let world: QueueWorld;
beforeAll(async () => {
  world = await startQueueWorld();
});
afterAll(() => world.stop());

const hours = (count: number) => new Date(world.clock.now().getTime() + count * 3_600_000).toISOString();
const asked = (userId: string, key: string, onExpiry?: "accept" | "decline" | "close") => ({
  ...{ userId, key, kind: "delivery-due", title: `Delivery ${key}` },
  ...(onExpiry ? { expiresAt: hours(2), onExpiry } : {}),
});
const told = (userId: string) =>
  world.decided
    .filter((one) => one.userId === userId)
    .map(({ key, state, by, comment }) => ({ key, state, by, comment }))
    .sort((a, b) => a.key.localeCompare(b.key));
/** Several processes look at the same moment. */
const timePasses = async () => {
  world.clock.advance(3 * 3_600_000);
  const expiry = world.application.nest.get(Expiry);
  await Promise.all([expiry.run(), expiry.run(), expiry.run()]);
  await expiry.run();
  await world.jobsIdle();
};

test("what was announced for entries on which nobody decides happens once, snoozed or not; the others wait", async () => {
  const { userId, queue } = await world.person();
  for (const what of ["accept", "decline", "close"] as const) await world.opened(asked(userId, what, what));
  await world.opened(asked(userId, "for-ever"));
  const { items } = await queue.entries({});
  expect(items.map(({ expiresAt, onExpiry }) => [expiresAt !== null, onExpiry])).toEqual([
    [false, "close"],
    [true, "close"],
    [true, "decline"],
    [true, "accept"],
  ]);
  await queue.decide(items[2]!.id, { action: "snooze", snoozeUntil: hours(48) });
  await timePasses();
  expect(told(userId)).toEqual([
    { key: "accept", state: "accepted", by: "expiry", comment: null },
    { key: "decline", state: "snoozed", by: "person", comment: null },
    { key: "decline", state: "declined", by: "expiry", comment: null },
  ]);
  const settled = (await queue.entries({ state: "settled" })).items;
  expect(settled.map(({ state, decidedBy }) => `${state} by ${decidedBy}`).sort()).toEqual([
    ...["accepted by expiry", "closed by expiry", "declined by expiry"],
  ]);
  expect((await queue.entries({})).items.map(({ title }) => title)).toEqual(["Delivery for-ever"]);
});

test("what was decided in time does not expire, and what expired and is put back waits for the person", async () => {
  const { userId, queue } = await world.person();
  await world.opened(asked(userId, "in-time", "decline"));
  await world.opened(asked(userId, "late", "decline"));
  const [late, inTime] = (await queue.entries({})).items;
  await queue.decide(inTime!.id, { action: "accept" });
  await timePasses();
  expect((await queue.entry(inTime!.id)).state).toBe("accepted");
  expect((await queue.entry(late!.id)).state).toBe("declined");
  expect(await queue.decide(late!.id, { action: "reopen" })).toMatchObject({
    ...{ state: "open", decidedBy: null, expiresAt: null },
  });
  await timePasses();
  expect((await queue.entry(late!.id)).state).toBe("open");
});

test("a decision carries what the person said, until it is taken back", async () => {
  const { userId, queue } = await world.person();
  await world.opened(asked(userId, "said"));
  const [entry] = (await queue.entries({})).items;
  const decided = await queue.decide(entry!.id, { action: "decline", comment: "  Too dear.  " });
  expect(decided).toMatchObject({ comment: "Too dear.", decidedBy: "person" });
  await world.jobsIdle();
  expect(told(userId)).toEqual([{ key: "said", state: "declined", by: "person", comment: "Too dear." }]);
  expect((await queue.decide(entry!.id, { action: "reopen" })).comment).toBeNull();
  await expect(queue.decide(entry!.id, { action: "accept", comment: "x".repeat(1001) })).rejects.toMatchObject({
    code: "invalid_request",
  });
});

test("expiry is among the schedules that administrators see", async () => {
  const { queue, when } = await world.application.nest.get(Schedules).get("queue.expire-entries");
  expect({ queue, when }).toEqual({ queue: "queue.expire-entries", when: "Every minute" });
});
