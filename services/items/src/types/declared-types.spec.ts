import { Module } from "@nestjs/common";
import { declareItemType, ITEM_TYPES } from "@tessera/contracts-items/item-type.ts";
import type { ServiceDefinition } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { z } from "zod";
import { itemsService } from "../index.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";

const recipe = declareItemType({
  definition: {
    type: "recipe",
    label: "Recipe",
    menuItem: { label: "Recipes" },
    newMenuItem: { label: "New recipe" },
    order: 70,
    defaultData: { serves: 2 },
  },
  data: z.strictObject({
    serves: z.int().min(1).max(40).default(2),
    ingredients: z.array(z.string().max(100)).max(50).default([]),
  }),
  textFields: ["ingredients"],
  mark: "recipe:",
});

@Module({})
class KitchenModule {}
const kitchen = (types: object[] | null): ServiceDefinition => ({
  name: "kitchen",
  title: "Kitchen",
  module: KitchenModule,
  schema: "kitchen",
  migrations: [],
  ...(types ? { contributes: { [ITEM_TYPES]: types } } : {}),
});

let world: ItemsWorld;
const log: string[] = [];
beforeAll(async () => {
  world = await startItems({
    services: [
      kitchen([recipe, { nonsense: true }, { ...recipe, definition: { ...recipe.definition, type: "note" } }]),
    ],
    logTo: { write: (line) => void log.push(line) },
  });
});
afterAll(() => world.stop());

/** Starts the kitchen's service as a process of its own does, and ends it. */
async function runKitchen(types: object[] | null): Promise<void> {
  await (await world.startBeside([kitchen(types)])).close();
}

const typeOf = (items: Awaited<ReturnType<ItemsWorld["person"]>>["items"], type: string) =>
  items.types().then((types) => types.find((info) => info.type === type));

describe("a card type that another service declares", () => {
  it("is one like any other: listed, checked, completed and found", async () => {
    const { items } = await world.person();
    expect(await typeOf(items, "recipe")).toMatchObject({
      label: "Recipe",
      plural: "Recipes",
      creatable: true,
      count: 0,
    });
    const created = await items.create(
      { type: "recipe", title: "Soup", data: { ingredients: ["celeriac"] } },
      "recipe-1",
    );
    expect(created.data).toEqual({ serves: 2, ingredients: ["celeriac"] });
    expect((await items.list({ type: "recipe", q: "celeriac" })).items).toMatchObject([
      { id: created.id, line: "celeriac" },
    ]);
    const refused = items.create({ type: "recipe", data: { serves: 0 } }, "recipe-2");
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: "invalid_request",
      message: expect.stringMatching(/^data\.serves:/),
    });
    const unknown = items.create({ type: "recipe", data: { colour: "red" } }, "recipe-3");
    await expect(unknown).rejects.toMatchObject({ status: 400, code: "invalid_request" });
    expect((await items.list({ type: "recipe" })).total).toBe(1);
  });

  it("is guessed for a capture that begins with its mark, which can be made one", async () => {
    const { items } = await world.person();
    const capture = await items.create({ type: "inbox", body: "Recipe: Bread\nFlour and time" }, "mark-1");
    expect(capture.data.guess).toEqual({ type: "recipe", confidence: 0.9 });
    const made = await items.update(capture.id, capture.version, { type: "recipe", title: "Bread" });
    expect(made).toMatchObject({ type: "recipe", title: "Bread", body: "Flour and time", data: { serves: 2 } });
  });

  it("is skipped with a log where it is no declaration, or takes the name of another type", async () => {
    const { items } = await world.person();
    expect((await typeOf(items, "note"))?.label).toBe("Note");
    const skipped = log
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg.startsWith("declared item type skipped"));
    expect(skipped).toEqual([
      expect.objectContaining({ service: "kitchen" }),
      expect.objectContaining({ type: "note" }),
    ]);
  });

  it("changes when a process of another version declares it otherwise, without a restart of the items service", async () => {
    const { items } = await world.person();
    await runKitchen([{ ...recipe, definition: { ...recipe.definition, label: "Dish" } }]);
    await until("the new label", async () => (await typeOf(items, "recipe"))?.label === "Dish");
  });

  it("is known to a process of the items service that runs without the service that declares it", async () => {
    const { token } = await world.person();
    const alone = await world.startBeside([itemsService]);
    const answer = await fetch(`${await alone.nest.getUrl()}/api/items/types`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await answer.json()).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: "recipe", label: "Dish" })]),
    );
    await alone.close();
  });

  it("leaves its cards readable, editable and in their lists once nobody declares it any more", async () => {
    const { items } = await world.person();
    const { id } = await items.create({ type: "recipe", title: "Soup", data: { ingredients: ["celeriac"] } }, "gone-1");
    await runKitchen(null);
    await until("the type to be gone", async () => (await typeOf(items, "recipe")) === undefined);
    const before = await items.get(id);
    expect(before).toMatchObject({ type: "recipe", data: { serves: 2, ingredients: ["celeriac"] } });
    expect((await items.list({})).items).toMatchObject([{ id, title: "Soup" }]);
    const after = await items.update(id, before.version, { status: "archived", body: "Kept", data: { serves: 4 } });
    expect(after).toMatchObject({ status: "archived", body: "Kept", data: { serves: 4, ingredients: ["celeriac"] } });
    const another = items.create({ type: "recipe", title: "Stew" }, "gone-2");
    await expect(another).rejects.toMatchObject({ status: 400, code: "unknown_item_type" });
  });
});
