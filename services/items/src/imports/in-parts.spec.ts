import type { Content } from "@tessera/service-kit/reader.ts";
import { inParts, ofParts } from "./in-parts.ts";

const read = (list: unknown[] | null) =>
  inParts((_: Content<null>) => ({ value: list, blobs: [] }))({ value: null, blobs: [] });

it.each([
  [null],
  [[]],
  [[1, "ä", { a: [null] }]],
  [Array.from({ length: 3000 }, (_, at) => ({ at, text: "x".repeat(1000) }))],
])("gives back what was read", async (list) => expect(await ofParts(await read(list))).toEqual(list));

it("lets others have their turn, whatever the number of entries", async () => {
  const content = await read(Array.from({ length: 3000 }, () => "x".repeat(1000)));
  expect(content.blobs.length).toBeGreaterThan(10);
  for (const blob of content.blobs) expect(blob.length).toBeLessThan(300_000);
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await ofParts(content);
  clearImmediate(timer);
  expect(turns).toBeGreaterThanOrEqual(content.blobs.length - 1);
});
