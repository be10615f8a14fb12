import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { bookmarksFile } from "../testing/bookmarks-file.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { refusal } from "../testing/refusal.ts";
import { countItems } from "./item-quota.ts";

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems({ environment: { INTERNAL_EMAIL_DOMAIN: "tessera.example" } });
});
beforeEach(() => {
  world.billing.cardLimit = 3;
});
afterAll(() => world.stop());

type Items = Awaited<ReturnType<ItemsWorld["person"]>>["items"];
const full = async (items: Items) => {
  const made = [];
  for (const body of ["one", "two", "three"]) made.push(await items.create({ type: "note", body }, randomUUID()));
  return made;
};
const held = async (items: Items) => (await items.list({ status: "any" })).total;
const another = (items: Items, key: string = randomUUID()) => items.create({ type: "note", body: "four" }, key);
async function imported(items: Items, count: number) {
  const form = new FormData();
  form.append("files", new Blob([bookmarksFile(count)]), "b.html");
  const { id } = await items.startImport(form, randomUUID());
  await world.jobsIdle();
  return items.importSession(id);
}

it("refuses a card beyond those that the plan holds, and writes nothing", async () => {
  const { items } = await world.person();
  await full(items);
  expect(await refusal(another(items))).toMatchObject({
    status: 402,
    code: "plan_limit_reached",
    detail: "Your plan holds 3 cards. Change the plan under Billing, or delete cards for good.",
  });
  expect(await held(items)).toBe(3);
});

it("counts the trash until a card is deleted for good", async () => {
  const { items } = await world.person();
  const [first] = await full(items);
  await items.remove(first!.id, 1);
  expect(await refusal(another(items))).toMatchObject({ code: "plan_limit_reached" });
  await items.remove(first!.id, 2);
  expect(await another(items)).toMatchObject({ body: "four" });
});

it("brings up what is there already, though the plan is full", async () => {
  const { items } = await world.person();
  const url = "https://example.org/there";
  await items.create({ type: "bookmark", data: { url } }, randomUUID());
  await items.create({ type: "note", body: "one" }, randomUUID());
  await items.create({ type: "note", body: "two" }, randomUUID());
  expect(await items.create({ type: "bookmark", data: { url } }, randomUUID())).toMatchObject({ version: 2 });
});

it("lets a person who has just changed the plan continue with the same attempt", async () => {
  const { items } = await world.person();
  await full(items);
  const key = randomUUID();
  expect(await refusal(another(items, key))).toMatchObject({ status: 402 });
  world.billing.cardLimit = 4;
  expect(await another(items, key)).toMatchObject({ body: "four" });
  world.billing.cardLimit = null;
  expect(await another(items)).toMatchObject({ body: "four" });
});

it("keeps more cards than a smaller plan holds, and refuses new ones", async () => {
  const { items } = await world.person();
  world.billing.cardLimit = null;
  const [first] = await full(items);
  world.billing.cardLimit = 2;
  world.clock.advance(5_001);
  expect(await refusal(another(items))).toMatchObject({ code: "plan_limit_reached" });
  expect(await held(items)).toBe(3);
  expect(await items.update(first!.id, 1, { body: "changed" })).toMatchObject({ body: "changed" });
});

it("fills the last place once, however many ask for it at the same time", async () => {
  const { items } = await world.person();
  await items.create({ type: "note", body: "one" }, randomUUID());
  const types = ["note", "task", "inbox", "note", "task", "inbox"];
  const answers = await Promise.allSettled(
    types.map((type) => items.create({ type, body: `a ${type}` }, randomUUID())),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await held(items)).toBe(3);
});

it("has no limit for the internal mail domain", async () => {
  const { items } = await world.person({ email: "ida@tessera.example" });
  await full(items);
  expect(await another(items)).toMatchObject({ body: "four" });
});

it("imports what finds room, and refuses the rest by name with the reason", async () => {
  const { items } = await world.person();
  world.billing.cardLimit = 250;
  const session = await imported(items, 300);
  expect(session).toMatchObject({ state: "done", total: 300, done: 300, created: 250, refused: 50 });
  expect(session.errors).toHaveLength(50);
  expect(session.errors[0]).toEqual({
    entry: expect.stringMatching(/ 250$/),
    message: "Your plan holds 250 cards, and that many are there",
  });
  expect(await imported(items, 251)).toMatchObject({ created: 0, duplicates: 250, refused: 1 });
  expect(await held(items)).toBe(250);
});

it("adds up thousands of cards from one count a type and status", async () => {
  const userId = randomUUID();
  await world.database.system(async (tx) => {
    await tx.execute(sql`insert into items.item (id, user_id, type, title, title_key, title_source, status, source, created_at, updated_at, search)
      select gen_random_uuid(), ${userId}::uuid, (array['note', 'task', 'bookmark'])[1 + n % 3], 'a card', 'a card', 'rule',
        (array['inbox', 'later', 'archived', 'trash'])[1 + n % 4], 'capture', now(), now(), ''
      from generate_series(1, 2400) n`);
    expect(await countItems(tx, userId)).toBe(2400);
    const { rows } = await tx.execute(sql`select from items.tally where user_id = ${userId}`);
    expect(rows).toHaveLength(12);
  });
});
