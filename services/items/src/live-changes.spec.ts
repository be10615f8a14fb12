import { type Change, Changes } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { type ItemsWorld, startItems } from "./testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

it("publishes a person's items as they change, without their bodies", async () => {
  const userId = "0b6f2a34-5f0b-4c3e-9a52-0d8f1f6f7a10";
  const { items } = await world.person({ userId });
  const changes = world.application.nest.get(Changes);
  const received: Change[] = [];
  const feed = await changes.follow({
    missed: () => undefined,
    changed: (change) => received.push(change),
  });
  await changes.watch((await changes.tables()).get("items.item")!, userId);
  const { id } = await items.create({ type: "note", title: "Live", body: "long text" }, "live-1");
  await until("the change", () => received.length > 0);
  expect(received[0]).toMatchObject({
    type: "INSERT",
    userId,
    record: { id, user_id: userId, title: "Live", status: "inbox", unread: true, version: 1 },
  });
  for (const hidden of ["body", "data", "search", "processing"]) expect(received[0]!.record).not.toHaveProperty(hidden);
  await feed.close();
});
