import { Tag } from "./items.ts";
import { tagFault } from "./tag.ts";

it.each(["a", "to read", "a".repeat(60), "", "a,b", "a\nb", "a".repeat(61), ",", "ü – 日本"])(
  "a page and the service agree on %j",
  (text) => {
    expect(tagFault(text) === null).toBe(Tag.safeParse(text).success);
  },
);
