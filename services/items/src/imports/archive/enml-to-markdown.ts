import { fromDom } from "hast-util-from-dom";
import { toMdast } from "hast-util-to-mdast";
import { parseHTML } from "linkedom";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { checkHtml } from "../../html/html-bounds.ts";

/** An element that is closed where it begins, which HTML knows only of some. */
const CLOSED_AT_ONCE = /<([a-z][a-z0-9-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/>/gi;
const VOID = new Set(["br", "hr", "img", "col", "input"]);
const CODE = "div[style*='-en-codeblock']";
const DROPPED = "script, style, meta, link, title, template, noscript, iframe, object, embed, svg, form, button";

export interface EnmlParts {
  /** The file that a hash of its content names, `link` as Markdown has it; null for none. */
  fileOf(hash: string): { path: string; link: string; isPicture: boolean } | null;
  /** The tasks of a list, by its id. */
  tasksOf(group: string): { isDone: boolean; text: string }[];
}

/**
 * A note's text (ENML 2, https://dev.evernote.com/doc/articles/enml.php) as Markdown.
 * @throws ContentTooComplex
 */
export function enmlToMarkdown(enml: string, { fileOf, tasksOf }: EnmlParts) {
  const html = enml.replace(CLOSED_AT_ONCE, (whole, name: string, attributes: string) =>
    VOID.has(name.toLowerCase()) ? whole : `<${name}${attributes}></${name}>`,
  );
  checkHtml(html);
  const from = html.search(/<en-note\b/i);
  const { document } = parseHTML(`<!doctype html><html><body>${from < 0 ? html : html.slice(from)}</body></html>`);
  const { body } = document;
  for (const one of body.querySelectorAll(DROPPED)) one.remove();
  const make = (tag: string, attributes: Record<string, string>, text = "") => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  };
  for (const one of body.querySelectorAll("en-media")) {
    const file = fileOf((one.getAttribute("hash") ?? "").toLowerCase());
    const name = file?.path.split("/").at(-1) ?? "";
    if (!file) one.replaceWith("(A file is missing here)");
    else if (file.isPicture) one.replaceWith(make("img", { src: file.link, alt: name }));
    else one.replaceWith(make("a", { href: file.link }, name));
  }
  for (const one of body.querySelectorAll("en-crypt"))
    one.replaceWith("(Encrypted text, which Evernote alone can open)");
  // What stands in it says that other programs do not show tasks.
  for (const one of body.querySelectorAll("div[style*='--en-task-group']")) {
    const list = make("ul", {});
    for (const { isDone, text } of tasksOf(/--en-id:\s*([\w-]+)/.exec(one.getAttribute("style") ?? "")?.[1] ?? "")) {
      const entry = make("li", {}, ` ${text}`);
      entry.prepend(make("input", { type: "checkbox", ...(isDone ? { checked: "" } : {}) }));
      list.append(entry);
    }
    one.replaceWith(list);
  }
  for (const one of body.querySelectorAll(CODE)) {
    if (one.parentElement?.closest(CODE)) continue;
    const lines = [...one.querySelectorAll("div")].map(({ textContent }) => textContent ?? "");
    const code = make("pre", {});
    const language = /--en-codeblockLanguage:\s*([\w+#-]+)/.exec(one.getAttribute("style") ?? "")?.[1];
    const named: Record<string, string> = language && language !== "plaintext" ? { class: `language-${language}` } : {};
    code.append(make("code", named, (lines.length ? lines : [one.textContent ?? ""]).join("\n")));
    one.replaceWith(code);
  }
  boundSpans(body as unknown as Element);
  takeChecks(body as unknown as Element, make as (tag: string, attributes: Record<string, string>) => Element);
  const tree = toMdast(fromDom(body as unknown as Node), { newlines: false, document: true });
  return toMarkdown(tree, {
    ...{ bullet: "-", rule: "-", emphasis: "_", listItemIndent: "one" },
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  })
    .replaceAll("\u00a0", " ")
    .trim();
}

/** Cells that those of all tables take up together: what makes Markdown of them fills each. */
const MAX_CELLS = 50_000;

function boundSpans(body: Element): void {
  const cells = [...body.querySelectorAll("td, th")];
  const span = (cell: Element, name: string) => Math.max(1, Number.parseInt(cell.getAttribute(name) ?? "1", 10) || 1);
  if (cells.reduce((sum, cell) => sum + span(cell, "rowspan") * span(cell, "colspan"), 0) <= MAX_CELLS) return;
  for (const cell of cells) for (const name of ["rowspan", "colspan"]) cell.removeAttribute(name);
}

/** Boxes to tick: before the words of a line, or of an entry of a list. Lines that follow each other make one list. */
function takeChecks(body: Element, make: (tag: string, attributes: Record<string, string>) => Element): void {
  const tick = (isDone: boolean) => make("input", { type: "checkbox", ...(isDone ? { checked: "" } : {}) });
  for (const one of [...body.querySelectorAll("li")]) {
    const style = `${one.getAttribute("style") ?? ""};${one.parentElement?.getAttribute("style") ?? ""}`;
    const checked = /--?en-checked:\s*(true|false)/.exec(style)?.[1];
    if (checked) one.prepend(tick(checked === "true"));
  }
  let list: Element | null = null;
  let last: Element | null = null;
  for (const one of [...body.querySelectorAll("en-todo")]) {
    const line = one.closest("li, div, p") ?? one;
    const isDone = one.getAttribute("checked") === "true";
    one.remove();
    if (line === one || line.tagName.toLowerCase() === "li") {
      if (line !== one) line.prepend(tick(isDone));
      continue;
    }
    const entry = make("li", {});
    entry.append(tick(isDone), ...line.childNodes);
    if (list && last?.nextElementSibling === line) {
      list.append(entry);
      line.remove();
    } else {
      list = make("ul", {});
      list.append(entry);
      line.replaceWith(list);
      last = list;
    }
  }
}
