import { randomUUID } from "node:crypto";
import { bookmarksFile } from "../testing/bookmarks-file.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

test("a first import takes the welcome out of the queue, once for all its cards; a second leaves it alone", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  for (const count of [450, 500]) {
    const form = new FormData();
    form.append("files", new Blob([bookmarksFile(count)]), "b.html");
    await items.startImport(form, randomUUID());
    await world.jobsIdle();
  }
  expect((await items.list({})).total).toBe(500);
  expect(world.received.welcomed.filter((id) => id === userId)).toHaveLength(1);
});

test("the first card takes the welcome out of the queue; the second has nothing left to take", async () => {
  const userId = randomUUID();
  const { items } = await world.person({ userId });
  await items.create({ type: "note", title: "First", body: "One" }, randomUUID());
  await world.jobsIdle();
  expect(world.received.welcomed.filter((id) => id === userId)).toHaveLength(1);
  await items.create({ type: "note", title: "Second", body: "Two" }, randomUUID());
  await world.jobsIdle();
  expect(world.received.welcomed.filter((id) => id === userId)).toHaveLength(1);
});
