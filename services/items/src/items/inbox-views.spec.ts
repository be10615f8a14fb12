import { randomUUID } from "node:crypto";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({ environment: { INTERNAL_EMAIL_DOMAIN: "tessera.example" } });
});
afterAll(() => world.stop());

describe("views of the inbox", () => {
  it("lists one type of what waits, and counts what each view holds", async () => {
    const { items } = await world.person();
    const note = await items.create({ type: "note", body: "one" }, randomUUID());
    await items.create({ type: "inbox", body: "call the dentist" }, randomUUID());
    const asleep = await items.create({ type: "note", body: "two" }, randomUUID());
    await items.update(asleep.id, asleep.version, {
      snoozeUntil: new Date(world.clock.now().getTime() + 3_600_000).toISOString(),
    });
    const archived = await items.create({ type: "note", body: "three" }, randomUUID());
    await items.update(archived.id, archived.version, { status: "archived" });

    const listed = await items.list({ type: "inbox", only: "note" });
    expect(listed.items.map(({ id }) => id)).toEqual([note.id]);
    expect((await items.list({ type: "inbox", only: "inbox" })).total).toBe(1);
    expect((await items.list({ type: "all", only: "note" })).total).toBe(3);
    const types = Object.fromEntries(
      (await items.types()).map(({ type, count, waiting }) => [type, { count, waiting }]),
    );
    expect(types).toMatchObject({
      inbox: { count: 2, waiting: 1 },
      note: { count: 3, waiting: 1 },
      task: { count: 0, waiting: 0 },
    });
  });
});
