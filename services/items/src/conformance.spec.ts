import { itemsConformance } from "@tessera/testing/conformance/items.ts";
import { type ItemsWorld, startItems } from "./testing/items-world.ts";

/** What pages rely on; remotes/items/src/testing/items-server.test.ts asks their stand-in the same. */
let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
});
afterAll(() => world.stop());

itemsConformance(async () => (await world.person()).items);
