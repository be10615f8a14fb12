import { describe, expect, it } from "@jest/globals";
import { MAX_QUOTE_CONTEXT, MAX_QUOTE_LENGTH, MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { originOf } from "./connection.ts";
import { canBeSaved, makeSave, tagsIn } from "./save.ts";

describe("the address of a Tessera", () => {
  it.each([
    ["https://tessera.example/items/inbox", "https://tessera.example"],
    [" tessera.example ", "https://tessera.example"],
    ["http://localhost:4000", "http://localhost:4000"],
    ["http://[::1]:4000/", "http://[::1]:4000"],
  ])("%j is sent to %s", (typed, origin) => expect(originOf(typed)).toBe(origin));

  it.each(["", "not an address", "http://tessera.example", "http://localhost.evil.example"])(
    "%j gets no token",
    (typed) => expect(() => originOf(typed)).toThrow(/https:\/\//),
  );
});

describe("what is saved", () => {
  it("is a page of the web", () => {
    expect(["https://a.example/", "HTTP://a.example/"].map(canBeSaved)).toEqual([true, true]);
    for (const url of ["chrome://settings", "file:///etc/passwd", "about:blank", "javascript:0", undefined])
      expect(canBeSaved(url)).toBe(false);
    expect(canBeSaved(`https://a.example/${"a".repeat(9000)}`)).toBe(false);
  });

  it("is cut to what Tessera takes, the text around a quote on its far sides", () => {
    const long = `${"a".repeat(20_000)}z`;
    const { title, quote } = makeSave({
      ...{ url: "https://a.example/", title: `  ${long}` },
      quote: { exact: long, prefix: long, suffix: `z${long}` },
    });
    expect(title).toHaveLength(MAX_TITLE_LENGTH);
    expect(quote!.exact).toHaveLength(MAX_QUOTE_LENGTH);
    expect([quote!.prefix.length, quote!.prefix.at(-1)]).toEqual([MAX_QUOTE_CONTEXT, "z"]);
    expect([quote!.suffix.length, quote!.suffix[0]]).toEqual([MAX_QUOTE_CONTEXT, "z"]);
  });

  it("has no highlight of spaces", () =>
    expect(
      makeSave({ url: "https://a.example/", title: "", quote: { exact: " \n", prefix: "", suffix: "" } }).quote,
    ).toBeNull());

  it("has the tags that were typed, each once", () =>
    expect(tagsIn(" travel, #to read,,travel ")).toEqual(["travel", "to read"]));
});
