import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { onlyUpload, spooledUpload } from "./only-upload.ts";

const refusals = { none: () => new Error("none"), tooLarge: () => new Error("too large") };
async function* uploads(...files: string[][]) {
  for (const pieces of files)
    yield { name: "C:\\banks\\may.csv", content: Readable.from(pieces.map((one) => Buffer.from(one))) };
}

test("a file is on the disk while it is used, under its bare name, and gone afterwards", async () => {
  let place = "";
  const text = await spooledUpload(uploads(["Date;", "Amount"]), 11, refusals, async ({ name, path }) => {
    place = path;
    return `${name} ${await readFile(path, "utf8")}`;
  });
  expect(text).toBe("may.csv Date;Amount");
  const failing = spooledUpload(uploads(["Date"]), 11, refusals, async ({ path }) => {
    place = path;
    throw new Error(String(existsSync(path)));
  });
  await expect(failing).rejects.toThrow("true");
  expect(existsSync(place)).toBe(false);
});

test("one that is too large, or none, is refused before it is used", async () => {
  const use = () => Promise.reject(new Error("used"));
  await expect(spooledUpload(uploads(["Date;", "Amounts"]), 11, refusals, use)).rejects.toThrow("too large");
  await expect(spooledUpload(uploads(), 11, refusals, use)).rejects.toThrow("none");
  await expect(onlyUpload(uploads(["Date;", "Amounts"]), 11, refusals)).rejects.toThrow("too large");
});
