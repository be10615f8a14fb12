import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Marked, type Token, type Tokens } from "marked";
import { HANDBOOK_FOLDER, HANDBOOK_INDEX } from "../handbook.ts";
import { HandbookIndex, HandbookPage } from "../handbook-schemas.ts";

const FILE = /^(\d\d)-(.+)\.md$/;
/** The only HTML that a page may have. */
const KEY = /^<\/?kbd>$/;

/**
 * Pages of the user's handbook that an app brings, `handbook/<two digits>-<slug>.md`: the digits are the page's place
 * among those of all apps. Writes them into `dist` as HTML, with their list; an app without any has no list.
 * @throws Error that names the file and what is wrong with it
 */
export function buildHandbook(folder: string): void {
  const source = path.join(folder, HANDBOOK_FOLDER);
  if (!existsSync(source)) return;
  const dist = path.join(folder, "dist");
  mkdirSync(path.join(dist, HANDBOOK_FOLDER), { recursive: true });
  const pages = readdirSync(source).map((name) => {
    try {
      const [, order, slug] = FILE.exec(name) ?? [];
      if (!order || !slug) throw new Error("must be called like 30-items.md");
      const { html, ...page } = readPage(readFileSync(path.join(source, name), "utf8"));
      writeFileSync(path.join(dist, HANDBOOK_FOLDER, `${slug}.html`), html);
      return HandbookPage.parse({ ...page, slug, order: Number(order) });
    } catch (error) {
      throw new Error(`${HANDBOOK_FOLDER}/${name}: ${(error as Error).message}`);
    }
  });
  writeFileSync(path.join(dist, HANDBOOK_INDEX), JSON.stringify(HandbookIndex.parse(pages)));
}

/**
 * A page from its Markdown: `# Title`, a paragraph that is the summary, then the text under `## Sections`.
 * @throws Error when title or summary is missing, two sections have the same anchor, or it has other HTML than keys
 */
export function readPage(markdown: string): Pick<HandbookPage, "title" | "summary" | "sections"> & { html: string } {
  const sections: HandbookPage["sections"] = [];
  const marked = new Marked({
    gfm: true,
    renderer: {
      html({ text }) {
        if (!KEY.test(text)) throw new Error(`may have no HTML but <kbd>, not ${text.trim()}`);
        return text;
      },
      heading({ tokens, depth }: Tokens.Heading) {
        const title = plain(tokens);
        const id = anchorOf(title);
        if (sections.some((section) => section.id === id)) throw new Error(`has two sections "${title}"`);
        if (depth === 2) sections.push({ id, title });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // A table that is wider than a phone is scrolled, by the keyboard as well.
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: "th" | "td") =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
        const body = token.rows.map((row) => cells(row, "td")).join("");
        return `<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead>${cells(token.header, "th")}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const [title, summary, ...rest] = marked.lexer(markdown).filter(({ type }) => type !== "space");
  if (title?.type !== "heading" || title.depth !== 1) throw new Error("must begin with a title, # …");
  if (summary?.type !== "paragraph") throw new Error("needs a paragraph that sums it up below its title");
  const html = marked.parser(rest);
  return { title: plain(title.tokens), summary: plain(summary.tokens), sections, html };
}

/** `Snooze a card` → `snooze-a-card`. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** The text of inline tokens, without their marks. */
const plain = (tokens: Token[] = []): string => tokens.map(textOf).join("");

function textOf(token: Token): string {
  if ("tokens" in token && token.tokens) return plain(token.tokens);
  return "text" in token && token.type !== "html" ? token.text : "";
}
