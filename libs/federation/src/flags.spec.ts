import { describe, expect, it } from "@jest/globals";
import { MAX_FLAGS } from "./flags.ts";
import { Manifest } from "./manifest.ts";

const parse = (flags: unknown) => Manifest.safeParse({ name: "items", title: "Items", routes: [], flags });
const problems = (flags: unknown) =>
  parse(flags).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
const editor = { title: "The new editor", default: false };

describe("flags of a manifest", () => {
  it("are on or off, or variants, with a default of their own kind", () => {
    const order = { title: "Order", variants: { newest: "Newest first", smart: "Smart" }, default: "smart" };
    expect(parse({ "new-editor": editor, order }).success).toBe(true);
    expect(problems({ order: { ...order, default: "oldest" } })).toEqual([
      "flags.order.default: must be one of the variants",
    ]);
    expect(problems({ order: { ...order, default: true } })).toHaveLength(1);
    expect(problems({ editor: { ...editor, default: "on" } })).toEqual(["flags.editor.default: must be true or false"]);
  });

  it("have short keys and titles, and are few: every page carries them", () => {
    expect(problems({ "New editor": editor })).toHaveLength(1);
    expect(problems({ editor: { ...editor, title: "x".repeat(81) } })).toHaveLength(1);
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, editor]));
    expect(parse(many(MAX_FLAGS)).success).toBe(true);
    expect(problems(many(MAX_FLAGS + 1))).toEqual([`flags: must be ${MAX_FLAGS} flags at most`]);
  });
});
