import { readFileSync } from "node:fs";
import path from "node:path";
import { decoded, loadPhoton, upright } from "../pictures/read-picture.ts";
import { recognise } from "./recognise.ts";
import { hasColumns } from "./table.ts";

const letter = readFileSync(path.join(import.meta.dirname, "../files/fixtures/upside-down.png"));

// Orientations of the letter, which itself stands on its head.
it.each([1, 3, 6, 8])("words are recognised however the page lies, orientation %i", async (orientation) => {
  const photon = await loadPhoton();
  const image = upright(photon, decoded(photon, letter), orientation);
  const { value } = await recognise({ value: null, blobs: [image.get_bytes()] });
  expect(value.text.replaceAll("\n", " ")).toContain("The quick brown dog jumped over the lazy fox");
});

describe("columns", () => {
  const row = (line: number, words: string[], left: number) =>
    words.map((text, at) => ["5", "1", "1", "1", line, at, left + at * 60, line * 30, 50, 20, 95, text].join("\t"));
  const tableOf = (right: string[]) =>
    Array.from({ length: 20 }, (_, line) => [...row(line, ["some", "words", "here"], 0), ...row(line, right, 400)])
      .flat()
      .join("\n");

  it("are seen where text stands on both sides of a gap", () => {
    expect(hasColumns(tableOf(["and", "more", "there"]))).toBe(true);
  });
  it("are not the amounts of a receipt, nor few lines", () => {
    expect(hasColumns(tableOf(["2", "x", "9.90", "SR"]))).toBe(false);
    expect(hasColumns(row(1, ["one", "two", "three"], 0).join("\n"))).toBe(false);
  });
});
