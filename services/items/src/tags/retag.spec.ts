import { retagged, untagged } from "./retag.ts";

const keys = (...tags: string[]) => new Set(tags);

it("puts what takes their place where the first of them stood, once", () => {
  expect(retagged(["x", "JS", "y", "js lib"], keys("js", "js lib"), "JavaScript")).toEqual(["x", "JavaScript", "y"]);
  expect(retagged(["javascript", "a", "js"], keys("js"), "JavaScript")).toEqual(["a", "JavaScript"]);
  expect(retagged(["a", "js"], keys("js"), null)).toEqual(["a"]);
  expect(retagged(["js"], keys("js"), "JS")).toEqual(["JS"]);
});

it("takes it back whatever was changed since", () => {
  expect(untagged(["x", "JavaScript", "y"], ["JS", "js lib"], "JavaScript")).toEqual(["x", "JS", "js lib", "y"]);
  expect(untagged(["x", "new"], ["JS"], "JavaScript")).toEqual(["x", "new", "JS"]);
  expect(untagged(["a", "JavaScript"], ["javascript", "js"], "JavaScript")).toEqual(["a", "javascript", "js"]);
  expect(untagged(["a"], ["js"], null)).toEqual(["a", "js"]);
});
