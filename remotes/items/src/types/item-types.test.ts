import type { ItemTypeInfo } from "@tessera/contracts-items/items.ts";
import { emptyWords, labelOfType, pluralOf } from "./item-types.ts";

const info = (type: string, label: string, plural: string, childTypes: string[] = []): ItemTypeInfo => ({
  type,
  label,
  plural,
  icon: "mdi-help-circle-outline",
  order: 0,
  capabilities: [],
  childTypes,
  parentType: null,
  creatable: true,
  count: 0,
  waiting: 0,
});
const types = [
  info("bookmark", "Bookmark", "Bookmarks", ["highlight"]),
  info("pdf", "PDF", "PDFs"),
  info("task", "Task", "To-dos"),
  info("recipe", "Recipe", "Recipe"),
];

it("an empty list is named by the plural that its type declares", () => {
  expect(["bookmark", "pdf", "task", "all"].map((type) => emptyWords(type, types))).toEqual([
    "There are no bookmarks yet.",
    "There are no PDFs yet.",
    "There are no to-dos yet.",
    "There are no cards yet.",
  ]);
});

it("a child type without words of its own makes no sentence of its name", () => {
  expect(emptyWords("recipe", types)).toBe("There are no cards of this type yet.");
  expect(emptyWords("highlight", types)).toBe("There are no cards of this type yet.");
  expect([pluralOf("highlight", types), labelOfType("highlight", types)]).toEqual(["Highlight", "Highlight"]);
});
