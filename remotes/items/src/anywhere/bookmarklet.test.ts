import { bookmarkletOf } from "./bookmarklet.ts";

/** Runs it as the browser does with a bookmark: percent-decoded, in the page. @returns what it opened, or went to */
function use(opens: boolean) {
  const opened: string[] = [];
  const place = { href: "https://news.example/a?b=c#d" };
  const code = decodeURIComponent(bookmarkletOf("https://tessera.example").replace(/^javascript:/, ""));
  const open = (address: string) => {
    opened.push(address);
    return opens ? {} : null;
  };
  const run = new Function("document", "location", "getSelection", "open", code);
  run({ title: "A & “B”" }, place, () => ({ toString: () => 'three "chosen" words\n💡' }), open);
  return { opened: new URL(opened[0]!), place };
}

it("opens the share page with the address, the title and the selection, as they are", () => {
  const { opened, place } = use(true);
  expect(opened.origin + opened.pathname).toBe("https://tessera.example/share");
  expect(Object.fromEntries(opened.searchParams)).toEqual({
    ...{ url: "https://news.example/a?b=c#d", title: "A & “B”", text: 'three "chosen" words\n💡' },
  });
  expect(place.href).toBe("https://news.example/a?b=c#d");
});

it("goes there in the same tab where the browser opens no other", () => {
  const { opened, place } = use(false);
  expect(place.href).toBe(opened.href);
});

it("is one line that a bookmark takes as its address", () =>
  expect(bookmarkletOf("https://x.example")).not.toMatch(/\s/));
