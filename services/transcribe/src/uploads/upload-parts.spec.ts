import { Readable } from "node:stream";
import { partsOf } from "./upload-parts.ts";

test("content that breaks off is given as far as it came, then its error", async () => {
  const content = Readable.from(
    (async function* () {
      yield Buffer.from("what ");
      yield Buffer.from("came");
      throw new Error("aborted");
    })(),
  );
  const given: string[] = [];
  const read = async () => {
    for await (const part of partsOf(content)) given.push(String(part));
  };
  await expect(read()).rejects.toThrow("aborted");
  expect(given).toEqual(["what came"]);
});

test("content of any length is given in pieces of a few megabytes", async () => {
  const content = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024)));
  const sizes: number[] = [];
  for await (const part of partsOf(content)) sizes.push(part.length / 1024 ** 2);
  expect(sizes).toEqual([4, 4, 4, 4, 4]);
});
