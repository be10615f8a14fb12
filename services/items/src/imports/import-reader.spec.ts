import { ContentError, type FileStore } from "@tessera/service-kit";
import type { TypeRegistry } from "../types/registry.ts";
import type { ArchiveCards } from "./archive/archive-cards.ts";
import type { Surveyed } from "./archive/read-archive.ts";
import type { ContentReaders } from "./content-readers.ts";
import { ImportReader } from "./import-reader.ts";

const FILE = { name: "vault.zip", key: "vault", bytes: 1, format: "archive" as const };
const listed = Array.from({ length: 50 }, (_, at): Surveyed => ({ path: `${at}.md`, kind: "note", sha256: "" }));

/** Parts of an archive are read by a process that dies of the entries `evil`. */
function reading(evil: string[], asked: number[]): ImportReader {
  const readers = {
    surveyArchive: async () => listed,
    async archive(_path: string, part: Surveyed[]) {
      asked.push(part.length);
      if (part.some(({ path }) => evil.includes(path))) throw new ContentError("memory");
      return { value: part.map(({ path }) => ({ path, refused: "read" })), blobs: [] };
    },
  } as unknown as ContentReaders;
  const cards = {
    idsOf: async () => ({ ids: listed.map(({ path }) => path), there: new Set<number>() }),
    entryOf: ({ path }: { path: string }) => ({ refused: { entry: path, message: "read" } }),
  } as unknown as ArchiveCards;
  const places = new Map([[FILE.key, "/vault.zip"]]);
  return new ImportReader({} as FileStore, [FILE], places, {} as TypeRegistry, new Date(), readers, cards, "UTC");
}

test("an entry that ends the reading process is refused by name, and no other", async () => {
  const asked: number[] = [];
  const found: string[] = [];
  for await (const entry of reading(["7.md", "40.md"], asked).entries(3))
    if ("refused" in entry) found.push(`${entry.refused.entry}: ${entry.refused.message}`);
  const evil = "Reading the file took too much memory, so it was stopped";
  expect(found).toEqual(listed.slice(3).map(({ path }) => `${path}: ${/^(7|40)\./.test(path) ? evil : "read"}`));
  expect(asked.length).toBeLessThan(40);
});

test("a process that stops for another reason stops the import, which is tried again", async () => {
  const readers = reading([], []);
  const stopped = new ContentError("stopped");
  (readers as unknown as { readers: ContentReaders }).readers.archive = () => Promise.reject(stopped);
  await expect(async () => {
    for await (const _ of readers.entries(0));
  }).rejects.toBe(stopped);
});
