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
  ["to a part", "[[málaga#Day 1]]", `málaga > Day 1 ([Málaga](/items/all/${id(2)}))`],
  ["to a block", "[[málaga#^a1b2]]", `[Málaga](/items/all/${id(2)})`],
  [
    "to pictures in HTML",
    '<img src="../assets/my%20plan.png" alt="The plan" width="300"/> <IMG width=1 src=\'/Vault/assets/my plan.png\'>',
    `![The plan](/items/all/${id(3)}) ![my plan.png](/items/all/${id(3)})`,
  ],
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
  ["of Evernote by their title", "[bill.pdf](evernote:///view/1/s1/a-b/c-d/)", `[bill.pdf](/items/all/${id(6)})`],
  ["of Evernote on the web", "[Home](https://share.evernote.com/note/1111-2222)", `[Home](/items/all/${id(1)})`],
  ["with a slash in their name", "[[setting/format]]", `[setting/format](/items/all/${id(7)})`],
])("makes mentions of links %s", (_, body, made) => expect(apply(body)).toBe(made));

it.each([
  ["what is not there", "[[Nowhere]] and [x](nowhere.md)"],
  ["addresses of the web", "[x](https://example.org/Home.md) <https://example.org>"],
  ["other links of Evernote", "[Nowhere](evernote:///view/1) [Home](https://www.evernote.com/client/web)"],
  ["pictures of the web", '<img src="https://example.org/Home.md"> <img alt="no"> <img src="nowhere.png">'],
  ["code", "`<img src='/Vault/assets/my plan.png'>` `[[Home]]`\n```\n[[Home]]\n```"],
  ["a link within its own page", "[[#Part]] [x](#part)"],
])("leaves %s alone", (_, body) => expect(apply(body)).toBe(body));

it("takes linear time for brackets without end", () => {
  for (const sign of ["<img ", "<img src='", ' src="', "[[", "![", "](", "[a](<"]) apply(sign.repeat(100_000));
});
