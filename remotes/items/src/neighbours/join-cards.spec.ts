import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import { merged, withLink, withThread } from "./join-cards.ts";

const card = { id: "00000000-0000-4000-8000-000000000001", title: "The plan" };
const text = (body: string, more = {}) => ({
  title: "A",
  titleSource: "rule" as const,
  body,
  tags: [],
  data: {},
  ...more,
});

it("links at the end of a text, and continues above it", () => {
  expect(withLink("Tea at four\n", card)).toBe(`Tea at four\n\nSee also [The plan](/items/all/${card.id})`);
  expect(withLink("", card)).toBe(`See also [The plan](/items/all/${card.id})`);
  expect(withThread("Tea at four", card)).toBe(`Continues [The plan](/items/all/${card.id})\n\nTea at four`);
});

it("adds what the other says that the card does not, and its tags", () => {
  const kept = text("Tea at four", { tags: ["Tea"] });
  expect(merged(kept, text("Bring cake", { tags: ["tea", "cake"] }))).toEqual({
    body: "Tea at four\n\nBring cake",
    tags: ["Tea", "cake"],
  });
  expect(merged(kept, text("tea  at FOUR"))).toEqual({ body: "Tea at four", tags: ["Tea"] });
  const named = text("With Ada", { title: "Sunday", titleSource: "person" });
  expect(merged(kept, named)?.body).toBe("Tea at four\n\n## Sunday\n\nWith Ada");
  const page = text("", { data: { url: "https://tea.example/2" } });
  expect(merged(text("", { data: { url: "https://tea.example/1" } }), page)?.body).toBe("<https://tea.example/2>");
});

it("makes no text that is too long", () => {
  expect(merged(text("a".repeat(MAX_BODY_LENGTH)), text("b"))).toBeNull();
});
