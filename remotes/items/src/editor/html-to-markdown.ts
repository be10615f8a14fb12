import { trustedHtml } from "@tessera/ui";
import { fromDom } from "hast-util-from-dom";
import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";

/** What is never a part of a text. */
const DROPPED =
  "script, style, meta, link, title, template, noscript, iframe, object, embed, svg, form, button, input:not([type=checkbox])";
const SAFE = /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i;

/**
 * What was copied from a page, or from Word, as Markdown. It is parsed into a document of its own, in which nothing
 * runs and nothing is loaded, and leaves it as text alone. @returns an empty text where nothing is left
 */
export function htmlToMarkdown(html: string): string {
  const page = new DOMParser().parseFromString(trustedHtml(html), "text/html");
  const { body } = page;
  for (const one of body.querySelectorAll(DROPPED)) one.remove();
  for (const one of body.querySelectorAll("a[href]")) {
    // The frame of a link to a part of Word's own document, for example.
    if (!SAFE.test(one.getAttribute("href") ?? "")) one.replaceWith(...one.childNodes);
  }
  for (const one of body.querySelectorAll("img")) {
    if (!/^https?:/i.test(one.getAttribute("src") ?? "")) one.replaceWith(one.getAttribute("alt") ?? "");
  }
  takeWordLists(body);
  takeStyles(body);
  const tree = toMdast(fromDom(body), { newlines: false, document: true });
  const text = toMarkdown(tree, {
    bullet: "-",
    rule: "-",
    emphasis: "_",
    listItemIndent: "one",
    extensions: [gfmToMarkdown({ tablePipeAlign: true })],
  });
  return text.replaceAll("\u00a0", " ").trim();
}

/** Word writes entries of lists as paragraphs: the sign in a span that is to be ignored, the level in the style. */
function takeWordLists(body: HTMLElement): void {
  let lists: HTMLElement[] = [];
  for (const one of [...body.querySelectorAll<HTMLElement>("p")]) {
    const level = Number(/mso-list:[^;"]*level(\d)/.exec(one.getAttribute("style") ?? "")?.[1] ?? 0);
    if (!level) {
      lists = [];
      continue;
    }
    const sign = [...one.querySelectorAll<HTMLElement>("span")].find((span) =>
      /mso-list:\s*Ignore/i.test(span.getAttribute("style") ?? ""),
    );
    const ordered = /^\s*(?:\d+|[a-z]|[ivx]+)[.)]/i.test(sign?.textContent ?? "");
    sign?.remove();
    const entry = body.ownerDocument.createElement("li");
    entry.append(...one.childNodes);
    lists.length = Math.min(lists.length, level);
    while (lists.length < level) {
      const list = body.ownerDocument.createElement(ordered ? "ol" : "ul");
      const outer = lists.at(-1);
      if (outer) (outer.lastElementChild ?? outer).append(list);
      else one.before(list);
      lists.push(list);
    }
    lists.at(-1)?.append(entry);
    one.remove();
  }
}

/** Bold and italic that are said by a style alone, as Google Docs does; its frame around all is no bold text. */
function takeStyles(body: HTMLElement): void {
  for (const one of body.querySelectorAll<HTMLElement>(
    "b[style*='font-weight:normal'], b[style*='font-weight: normal']",
  ))
    one.replaceWith(...one.childNodes);
  for (const one of body.querySelectorAll<HTMLElement>("span[style]")) {
    const style = one.getAttribute("style") ?? "";
    const wrap = (tag: string) => {
      const around = body.ownerDocument.createElement(tag);
      around.append(...one.childNodes);
      one.append(around);
    };
    if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) wrap("strong");
    if (/font-style:\s*italic/i.test(style)) wrap("em");
    if (/text-decoration[^;]*line-through/i.test(style)) wrap("del");
  }
}
