import { Injectable, Module, type OnModuleInit } from "@nestjs/common";
import { declareItemType, ITEM_TYPES } from "@tessera/contracts-items/item-type.ts";
import { CardSteps, PermanentError, type ServiceDefinition } from "@tessera/service-kit";
import { until } from "@tessera/testing/until.ts";
import { z } from "zod";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";

const recipe = declareItemType({
  definition: { type: "recipe", label: "Recipe", newMenuItem: { label: "New recipe" } },
  data: z.strictObject({
    ingredients: z.array(z.string()).default([]),
    calories: z.int().optional(),
    price: z.number().optional(),
  }),
  steps: [
    { name: "calories", writes: ["calories"] },
    { name: "price", writes: ["price"] },
  ],
});

/** What the kitchen finds of a card; a test sets it. */
let find: (ingredients: unknown) => Record<string, unknown> = () => ({});

@Injectable()
class RecipeSteps implements OnModuleInit {
  constructor(private readonly steps: CardSteps) {}
  onModuleInit() {
    this.steps.define({
      type: "recipe",
      step: "calories",
      label: "Calories",
      run: async ({ data }) => find(data.ingredients),
    });
    this.steps.define({ type: "recipe", step: "price", label: "Price", run: async () => ({ price: 2.5 }) });
  }
}
@Module({ providers: [RecipeSteps] })
class KitchenModule {}
const kitchen: ServiceDefinition = {
  name: "kitchen",
  title: "Kitchen",
  module: KitchenModule,
  schema: "kitchen",
  migrations: [],
  contributes: { [ITEM_TYPES]: [recipe] },
};

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({ services: [kitchen] });
});
afterAll(() => world.stop());

const key = () => crypto.randomUUID();
async function recipeOf(ingredients: string[]) {
  const { items } = await world.person();
  const made = await items.create({ type: "recipe", title: "Soup", data: { ingredients } }, key());
  const settled = () =>
    until("both steps to end", async () => {
      const card = await items.get(made.id);
      return Object.values(card.processing).every(({ state }) => state !== "pending") && card;
    });
  return { items, made, settled };
}

describe("a step that the area of a declared type brings", () => {
  it("runs in that area's service after the card was stored, and fills its own fields", async () => {
    find = (ingredients) => ({ calories: (ingredients as string[]).length * 100, price: 99, ingredients: [] });
    const { made, settled } = await recipeOf(["celeriac", "cream"]);
    expect(made.processing).toMatchObject({ calories: { state: "pending" }, price: { state: "pending" } });
    const card = await settled();
    expect(card.data).toEqual({ ingredients: ["celeriac", "cream"], calories: 200, price: 2.5 });
    expect(card.processing).toMatchObject({ calories: { state: "success" }, price: { state: "success" } });
  });

  it("says on the card why it failed, and runs again on demand", async () => {
    find = () => {
      throw new PermanentError("There is no table of calories for celeriac");
    };
    const { items, settled } = await recipeOf(["celeriac"]);
    const failed = await settled();
    expect(failed.processing.calories).toMatchObject({ state: "failure", reason: "There is no table of calories for celeriac" });
    find = () => ({ calories: 42 });
    await items.reprocess(failed.id, "calories");
    expect((await settled()).data).toMatchObject({ calories: 42 });
    expect(await refusal(items.reprocess(failed.id, "weight"))).toMatchObject({ status: 404, code: "unknown_step" });
  });

  it("cannot store what the type's schema refuses, and people cannot write its fields", async () => {
    find = () => ({ calories: "many" });
    const { items, settled } = await recipeOf(["celeriac"]);
    const card = await settled();
    expect(card.processing.calories).toMatchObject({ state: "failure", reason: "What the step found does not fit the card" });
    expect(card.data).not.toHaveProperty("calories");
    const written = items.create({ type: "recipe", data: { calories: 1 } }, key());
    expect(await refusal(written)).toMatchObject({ status: 400 });
  });
});
