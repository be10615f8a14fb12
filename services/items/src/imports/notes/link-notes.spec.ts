import { NoteLinks } from "./link-notes.ts";

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const links = new NoteLinks([
  { path: "Vault/Home.md", id: id(1) },
  { path: "Vault/Trips/Málaga.md", id: id(2) },
  { path: "Vault/assets/my plan.png", id: id(3) },
  { path: "Vault/Trips/Deep/Home.md", id: id(4) },
  { path: "Vault/Page 0123456789abcdef0123456789abcdef.md", id: id(5) },
  { path: "Vault/bill.pdf", id: id(6) },
  { path: "Vault/setting___format.md", id: id(7) },
]);
const apply = (body: string, from = "Vault/Trips/Málaga.md") => links.apply(from, body);

it.each([
  ["by name, the shortest path first", "See [[Home]].", `See [Home](/items/all/${id(1)}).`],
  ["with words of their own, and a part", "[[Málaga#Day 1|the trip]]", `the trip ([Málaga](/items/all/${id(2)}))`],
  ["by the name of a part", "[[málaga#Day 1]]", `[Málaga](/items/all/${id(2)})`],
  ["by path", "[[Trips/Deep/Home]]", `[Home](/items/all/${id(4)})`],
  ["to pictures", "![[my plan.png|300]]", `![my plan.png](/items/all/${id(3)})`],
  ["to pictures by address", "![The plan](../assets/my%20plan.png)", `![The plan](/items/all/${id(3)})`],
  [
    "to pages of Notion",
    "[A page](../Page%200123456789abcdef0123456789abcdef.md)",
    `A page ([Page](/items/all/${id(5)}))`,
  ],
  ["by the name that Notion gave", "[[Page]]", `[Page](/items/all/${id(5)})`],
  [
    "to other files",
    "[bill](<../bill.pdf>) ![[bill.pdf]]",
    `bill ([bill.pdf](/items/all/${id(6)})) [bill.pdf](/items/all/${id(6)})`,
  ],
  ["with a slash in their name", "[[setting/format]]", `[setting/format](/items/all/${id(7)})`],
])("makes mentions of links %s", (_, body, made) => expect(apply(body)).toBe(made));

it.each([
  ["what is not there", "[[Nowhere]] and [x](nowhere.md)"],
  ["addresses of the web", "[x](https://example.org/Home.md) <https://example.org>"],
  ["code", "`[[Home]]`\n```\n[[Home]]\n```"],
  ["a link within its own page", "[[#Part]] [x](#part)"],
])("leaves %s alone", (_, body) => expect(apply(body)).toBe(body));

it("takes linear time for brackets without end", () => {
  for (const sign of ["[[", "![", "](", "[a](<"]) apply(sign.repeat(100_000));
});
