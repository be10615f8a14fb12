import { randomUUID } from "node:crypto";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

test("the first card takes the welcome out of the queue; the second has nothing left to take", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  await items.create({ type: "note", title: "First", body: "One" }, randomUUID());
  await world.jobsIdle();
  expect(world.heard.welcomed).toEqual([userId]);
  await items.create({ type: "note", title: "Second", body: "Two" }, randomUUID());
  await world.jobsIdle();
  expect(world.heard.welcomed).toHaveLength(1);
});
