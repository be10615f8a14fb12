import { answerWith } from "../testing/start-shell.tsx";
import { handbookSource } from "./handbook-source.ts";

const pages = [
  { slug: "cards", title: "Cards", summary: "What a card is.", sections: [{ id: "snooze", title: "Snooze a card" }] },
  { slug: "queue", title: "Queue", summary: "What needs you.", sections: [{ id: "snooze", title: "Snooze an entry" }] },
];
const search = (query: string) => handbookSource.search(query, new AbortController().signal);

it("finds nothing while it cannot be read, then pages and sections by all words, asking once", async () => {
  answerWith({});
  expect(await search("")).toEqual([]);
  globalThis.fetch = async () => Promise.reject(new TypeError("no connection"));
  expect(await search("snooze")).toEqual([]);

  const asked = answerWith({ "/handbook/_payload.json": () => Response.json({ handbook: { pages, page: null } }) });
  expect(await search("snooze")).toEqual([
    { id: "cards#snooze", title: "Snooze a card", line: "Cards", path: "/handbook/cards#snooze" },
    { id: "queue#snooze", title: "Snooze an entry", line: "Queue", path: "/handbook/queue#snooze" },
  ]);
  expect(await search("ENTRY snooze")).toHaveLength(1);
  expect(await search("queue")).toEqual([
    { id: "queue", title: "Queue", line: "What needs you.", path: "/handbook/queue" },
  ]);
  expect(asked).toHaveBeenCalledTimes(1);
});
