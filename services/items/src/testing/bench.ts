import { randomUUID } from "node:crypto";
import type { ItemQuery, itemsClient } from "@tessera/contracts/items.ts";

type Items = ReturnType<typeof itemsClient>;

const WORDS =
  "garden invoice kernel recipe atlas compiler harbour glacier violin ledger orchard protocol meadow lantern copper thesis".split(" ");
const word = (at: number) => WORDS[at % WORDS.length]!;

/** A browser's export of so many bookmarks, in folders of a hundred, with tags and descriptions. */
export function bookmarksFile(count: number): string {
  const lines = ["<!DOCTYPE NETSCAPE-Bookmark-file-1>", "<TITLE>Bookmarks</TITLE>", "<H1>Bookmarks</H1>", "<DL><p>"];
  for (let at = 0; at < count; at++) {
    if (at % 100 === 0) lines.push(at ? "</DL><p>" : "", `<DT><H3>${word(at / 100)} ${at / 100}</H3>`, "<DL><p>");
    const title = `${word(at)} ${word(at * 7 + 3)} ${word(at * 13 + 5)} ${at}`;
    lines.push(
      `<DT><A HREF="https://${word(at * 3)}.example.org/${at}" ADD_DATE="${1_400_000_000 + at}" TAGS="${word(at)},${word(at * 5 + 1)}">${title}</A>`,
      `<DD>About ${word(at * 11)} and ${word(at * 17 + 2)}, number ${at}.`,
    );
  }
  return [...lines, "</DL><p>", "</DL><p>"].join("\n");
}

/** Imports so many generated bookmarks over HTTP. @returns how many a second, from the upload to the last one stored */
export async function benchImport(items: Items, count: number): Promise<{ created: number; seconds: number; perSecond: number }> {
  const form = new FormData();
  form.append("files", new Blob([bookmarksFile(count)], { type: "text/html" }), "bench.html");
  const began = performance.now();
  let session = await items.startImport(form, randomUUID());
  while (session.state === "waiting" || session.state === "running") {
    await new Promise((again) => setTimeout(again, 50));
    session = await items.importSession(session.id);
  }
  if (session.state !== "done") throw new Error(`The import ended as ${session.state}: ${session.failure ?? ""}`);
  const seconds = (performance.now() - began) / 1000;
  return { created: session.created, seconds, perSecond: session.created / seconds };
}

/** Median milliseconds of the first page of a list. */
export async function benchList(items: Items, query: ItemQuery, rounds = 30): Promise<{ ms: number; rows: number; total: number }> {
  const times: number[] = [];
  let page = await items.list(query);
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    page = await items.list(query);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return { ms: times[Math.floor(times.length / 2)]!, rows: page.items.length, total: page.total };
}
