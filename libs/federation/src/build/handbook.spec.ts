import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { HandbookIndex } from "../handbook-schemas.ts";
import { buildHandbook, readPage } from "./handbook.ts";

const PAGE = `# Cards & lists

What a card is, and what you can do with it.

Begin with [your inbox](/items/inbox).

## Archive a card

Press <kbd>E</kbd>. It's gone from the list, not from \`/search\`.

| Key | Does |
| --- | --- |
| <kbd>E</kbd> | archives |

### Undo

## What isn't "done"?
`;

describe("a page of the handbook", () => {
  it("is a title, a summary, sections with anchors, and HTML", () => {
    const { html, ...page } = readPage(PAGE);
    expect(page).toEqual({
      title: "Cards & lists",
      summary: "What a card is, and what you can do with it.",
      sections: [
        { id: "archive-a-card", title: "Archive a card" },
        { id: "what-isn-t-done", title: 'What isn\'t "done"?' },
      ],
    });
    expect(html).toContain('<p>Begin with <a href="/items/inbox">your inbox</a>.</p>');
    expect(html).toContain('<h2 id="archive-a-card">Archive a card</h2>');
    expect(html).toContain("<p>Press <kbd>E</kbd>. It&#39;s gone");
    expect(html).toMatch(/<div class="table".*><table><thead><tr><th>Key<\/th>.*<td><kbd>E<\/kbd><\/td>/);
    expect(html).toContain('<h3 id="undo">Undo</h3>');
    expect(html).not.toContain("What a card is");
  });

  it.each([
    ["no title", "Text.\n", /title/],
    ["no summary", "# Title\n\n## Section\n", /sums it up/],
    ["a script", "# Title\n\nSummary.\n\n<script>alert(1)</script>\n", /no HTML but <kbd>/],
    ["an image in HTML", "# Title\n\nSummary.\n\nText <img src=x onerror=alert(1)>\n", /no HTML but <kbd>/],
    ["two sections of the same name", "# Title\n\nSummary.\n\n## Undo\n\n## Undo!\n", /two sections/],
  ])("with %s is refused", (_, markdown, message) => {
    expect(() => readPage(markdown)).toThrow(message);
  });
});

describe("the pages of an app", () => {
  let folder = "";
  const write = (name: string, text: string) => writeFileSync(path.join(folder, "handbook", name), text);
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "tessera-handbook-"));
    mkdirSync(path.join(folder, "handbook"));
    mkdirSync(path.join(folder, "dist"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("are in its release, with their list", () => {
    write("30-cards.md", PAGE);
    buildHandbook(folder);
    const index = HandbookIndex.parse(JSON.parse(readFileSync(path.join(folder, "dist/handbook/index.json"), "utf8")));
    expect(index).toEqual([expect.objectContaining({ slug: "cards", order: 30, title: "Cards & lists" })]);
    expect(readFileSync(path.join(folder, "dist/handbook/cards.html"), "utf8")).toBe(readPage(PAGE).html);
  });

  it("are none for an app that has none", () => {
    rmSync(path.join(folder, "handbook"), { recursive: true });
    buildHandbook(folder);
    expect(readdirSync(path.join(folder, "dist"))).toEqual([]);
  });

  it("end the build when one is wrong, which is named", () => {
    write("cards.md", PAGE);
    expect(() => buildHandbook(folder)).toThrow("handbook/cards.md: must be called like 30-items.md");
  });
});
