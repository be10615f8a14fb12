import { suggestTags } from "./suggest-tags.ts";

const near = (tags: string[], likeness = 0.7, same = false) => ({ tags, likeness, same });

it("suggests what two agree on, the weightiest first, and what the card has not", () => {
  const cards = [
    near(["travel", "Rome"], 0.9),
    near(["travel", "food"], 0.8),
    near(["rome"], 0.7),
    near(["Food"], 0.6),
  ];
  expect(suggestTags([], cards)).toEqual(["travel", "Rome", "food"]);
  expect(suggestTags(["ROME"], cards)).toEqual(["travel", "food"]);
  expect(suggestTags([], [near(["once"])])).toEqual([]);
});

it("takes the tags of one that is nearly the same, and three at most", () => {
  expect(suggestTags([], [near(["a", "b", "c", "d"], 0.9, true)])).toEqual(["a", "b", "c"]);
});
