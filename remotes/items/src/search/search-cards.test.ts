import { provideShell } from "@tessera/shell-api";
import { mockShell } from "@tessera/shell-api/testing";
import { card, type ItemsServer, startItemsServer } from "../testing/items-server.ts";
import search from "./search-cards.ts";
import searchPeople from "./search-people.ts";
import searchTags from "./search-tags.ts";

let server: ItemsServer;
const asked: string[] = [];
beforeEach(async () => {
  server = await startItemsServer(Array.from({ length: 12 }, (_, n) => card(n + 1)));
  const http: typeof server.http = (path, init) => {
    asked.push(path);
    return server.http(path, init);
  };
  provideShell(mockShell({ http }));
});
afterEach(() => server.stop());

const titles = async (query: string) =>
  (await search(query, new AbortController().signal)).map(({ title, path }) =>
    title.startsWith("Show") ? path : title,
  );

it("offers the cards that were changed last before anything is typed", async () => {
  expect(await titles(" ")).toHaveLength(5);
  expect(asked.at(-1)).toContain("sort=updated");
});

it("leads to all that it does not show", async () => {
  expect(await titles("card")).toHaveLength(9);
  expect((await titles("card")).at(-1)).toBe("/search?q=card");
  expect(await titles("Card 12")).toEqual(["Card 12"]);
});

it("finds people and tags in groups of their own, and people not among the cards", async () => {
  server.items.set(card(20).id, card(20, { type: "person", title: "Lena Cardwell" }));
  server.tagCounts.push({ tag: "cardboard", count: 2 });
  const { signal } = new AbortController();
  expect(await titles("cardwell")).toEqual([]);
  expect(await searchPeople("cardwell", signal)).toMatchObject([
    { title: "Lena Cardwell", path: `/items/person/${card(20).id}` },
  ]);
  expect(await searchTags("#cardb", signal)).toMatchObject([
    { title: "cardboard", line: "2 cards", path: "/items/all?tag=cardboard" },
  ]);
  for (const find of [searchPeople, searchTags]) expect(await find(" ", signal)).toEqual([]);
});
