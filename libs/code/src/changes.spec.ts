import { changesOf } from "./changes.ts";

const of = (text: string) =>
  changesOf(text.split("\n").map((line) => [{ text: line }])).map((change) => change?.[0] ?? ".");

it("takes the names of files in a diff's head for no change", () => {
  expect(of("--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@ f()\n-one\n+two\n three")).toEqual([".", ".", ".", "r", "a", "."]);
  expect(of("diff --git a/x b/x\n--- a/x\n+++ b/x\n-one\n+two")).toEqual([".", ".", ".", "r", "a"]);
});

it("knows lines of a hunk that look like a head, and the next file's head behind it", () => {
  const diff = "@@ -1,2 +1,2 @@\n--- drop it\n+++ keep it\n both\n--- a/next\n+++ b/next\n@@ -1 +1 @@\n-x\n+y";
  expect(of(diff)).toEqual([".", "r", "a", ".", ".", ".", ".", "r", "a"]);
  expect(of("@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n--- a/z\n+++ b/z")).toEqual([
    ".",
    "r",
    ".",
    "a",
    ".",
    ".",
  ]);
});

it("tints all signs of a diff without a head", () => {
  expect(of("-old\n+new\n--- a comment of SQL")).toEqual(["r", "a", "r"]);
  expect(of("")).toEqual(["."]);
});
