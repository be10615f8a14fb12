import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { enrichment } from "@tessera/contracts-billing/meters.ts";
import { sql } from "drizzle-orm";
import { addAttachments } from "./items/item.store.ts";
import { bookmarksFile } from "./testing/bookmarks-file.ts";
import { type ItemsWorld, startItems } from "./testing/items-world.ts";

const site = createServer((_request, response) =>
  response.setHeader("content-type", "text/html").end("<title>Keepers</title><p>Lighthouses are kept by people.</p>"),
);
let world: ItemsWorld;
let page: string;
beforeAll(async () => {
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  const { port } = site.address() as AddressInfo;
  page = `http://127.0.0.1:${port}/keepers`;
  world = await startItems({ environment: { ITEMS_FETCH_ALLOW: `127.0.0.1:${port}` } });
});
afterAll(async () => {
  await world.stop();
  site.closeAllConnections();
  await new Promise((closed) => site.close(closed));
});

const person = async () => {
  const userId = randomUUID();
  return { userId, ...(await world.person({ userId })) };
};
const query = async <R extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  (await world.database.system((tx) => tx.execute<R>(statement))).rows;
/** Sum of the ledger beside a count of what is there. */
const sums = async (userId: string) => {
  const [row] = await query<Record<string, string>>(sql`select
    (select coalesce(sum(quantity), 0) from kit.usage where user_id = ${userId} and meter = 'cards') as metered_cards,
    (select count(*) from items.item where user_id = ${userId}) as cards,
    (select coalesce(sum(quantity), 0) from kit.usage where user_id = ${userId} and meter = 'storage') as metered_bytes,
    (select coalesce(sum(bytes), 0) from items.attachment where user_id = ${userId}) as bytes`);
  return Object.values(row!).map(Number);
};

it("meters cards however they come and go", async () => {
  const { userId, items } = await person();
  const { id } = await items.create({ type: "note", body: "one" }, randomUUID());
  const form = new FormData();
  form.append("files", new Blob([bookmarksFile(300)]), "b.html");
  await items.startImport(form, randomUUID());
  await world.jobsIdle();
  expect(await sums(userId)).toEqual([301, 301, 0, 0]);
  const uses = await query(
    sql`select card_id from kit.usage where user_id = ${userId} and meter = 'cards' and card_id is not null`,
  );
  // A batch of the import that has one card left names it too.
  expect(uses).toContainEqual({ card_id: id });
  await items.remove(id, 1);
  expect(await sums(userId)).toEqual([301, 301, 0, 0]);
  await items.remove(id, 2);
  expect(await sums(userId)).toEqual([300, 300, 0, 0]);
});

it("does not meter a capture that finds what is there already, nor one that is refused", async () => {
  const { userId, items } = await person();
  const capture = () => items.create({ type: "bookmark", data: { url: "https://example.org/once" } }, randomUUID());
  await capture();
  await capture();
  world.billing.cardLimit = 1;
  world.clock.advance(5_001);
  await expect(items.create({ type: "note", body: "too many" }, randomUUID())).rejects.toThrow();
  world.billing.cardLimit = null;
  expect((await sums(userId)).slice(0, 2)).toEqual([1, 1]);
});

it("meters the bytes of files, also of those that go with their card", async () => {
  const { userId, items } = await person();
  const { id } = await items.create({ type: "note", body: "with files" }, randomUUID());
  const file = (name: string, bytes: number) => ({
    name,
    mediaType: "text/plain",
    bytes,
    fileKey: `items/${userId}/${name}`,
  });
  await world.database.system((tx) => addAttachments(tx, userId, id, [file("a", 1000), file("b", 234)]));
  expect((await sums(userId)).slice(2)).toEqual([1234, 1234]);
  await query(sql`update items.attachment set bytes = 1500 where item_id = ${id} and name = 'a'`);
  expect((await sums(userId)).slice(2)).toEqual([1734, 1734]);
  await query(sql`delete from items.item where id = ${id}`);
  expect(await sums(userId)).toEqual([0, 0, 0, 0]);
});

describe("enrichments", () => {
  const enrichments = (userId: string) =>
    query(
      sql`select quantity::int, subject, card_id from kit.usage where user_id = ${userId} and meter = ${enrichment.name}`,
    );

  it("are metered when they found something, with the card", async () => {
    const { userId, items } = await person();
    const found = await items.create({ type: "bookmark", data: { url: page } }, randomUUID());
    await items.create({ type: "bookmark", data: { url: "http://127.0.0.1:1/refused" } }, randomUUID());
    await world.jobsIdle();
    expect(await enrichments(userId)).toEqual([{ quantity: 1, subject: "readable", card_id: found.id }]);
  });

  it("wait with the reason when the month is used up, and run again after it", async () => {
    const { userId, items } = await person();
    await query(sql`insert into kit.usage_standing (user_id, meter, month, used, stop_at)
      values (${userId}, ${enrichment.name}, (${`${world.clock.now().toISOString().slice(0, 7)}-01`})::date, 5, 5)`);
    const { id } = await items.create({ type: "bookmark", data: { url: page } }, randomUUID());
    await world.jobsIdle();
    expect((await items.get(id)).processing).toMatchObject({
      readable: { state: "failure", reason: expect.stringContaining("The enrichments of this month are used.") },
    });
    expect(await enrichments(userId)).toEqual([]);
    await query(sql`update kit.usage_standing set stop_at = 6 where user_id = ${userId}`);
    await items.reprocess(id, "readable");
    await world.jobsIdle();
    expect((await items.get(id)).processing).toMatchObject({ readable: { state: "success" } });
    expect(await enrichments(userId)).toHaveLength(1);
  });
});
