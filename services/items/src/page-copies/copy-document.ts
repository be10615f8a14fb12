import { COPY_POLICY } from "./copy-policy.ts";

/** What a copy of a page is made of, each part safe as it stands. */
export interface CopyDocument {
  /** Of the elements `html` and `body`: ` name="value"`, one after the other. */
  attributes: [html: string, body: string];
  /** As it stands in HTML. */
  title: string;
  /** `media`: as it stands in HTML; empty where there is none. */
  styles: { media: string; css: string }[];
  content: string;
}

/** Attributes that the two have; `data-kept-style` says which of the last style's rules is the element's own. */
export const KEPT_STYLE = "data-kept-style";
export const OUTSIDE = ["class", "id", "lang", "dir"];

const META = [
  `<meta http-equiv="content-security-policy" content="${COPY_POLICY}">`,
  `<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">`,
].join("\n");
const BETWEEN = "</head><body";

/** The whole as one document, which says itself that it may do nothing. */
export const writeCopy = ({ attributes: [html, body], title, styles, content }: CopyDocument): string =>
  [
    `<!doctype html><html${html}><head><meta charset="utf-8">`,
    META,
    `<title>${title}</title>`,
    ...styles.map(({ media, css }) => `<style${media ? ` media="${media}"` : ""}>${css}</style>`),
    `${BETWEEN}${body}>${content}</body></html>\n`,
  ].join("\n");

const ATTRIBUTES = `((?: (?:${[...OUTSIDE, KEPT_STYLE].join("|")})="[^"<>]*")*)`;
const HEAD = new RegExp(`^<!doctype html><html${ATTRIBUTES}><head><meta charset="utf-8">\n`);
const TITLE = /^\n<title>([^<]*)<\/title>\n/;
const STYLE = /<style(?: media="([^"<>]*)")?>(.*?)<\/style>\n/sy;
const BODY = new RegExp(`^${ATTRIBUTES}>`);
const FOOT = "</body></html>\n";

/** Takes a document that `writeCopy` wrote apart; null for any other. Its parts may be those of a stranger. */
export function readCopy(document: string): CopyDocument | null {
  const border = document.indexOf(BETWEEN);
  const [start, html] = HEAD.exec(document) ?? [];
  if (border < 0 || start === undefined || !document.startsWith(META, start.length)) return null;
  const head = document.slice(start.length + META.length, border);
  const [named, title] = TITLE.exec(head) ?? [];
  if (named === undefined) return null;
  const styles: CopyDocument["styles"] = [];
  STYLE.lastIndex = named.length;
  let end = named.length;
  for (let found = STYLE.exec(head); found; found = STYLE.exec(head)) {
    styles.push({ media: found[1] ?? "", css: found[2]! });
    end = STYLE.lastIndex;
  }
  const rest = document.slice(border + BETWEEN.length);
  const [opened, body] = BODY.exec(rest) ?? [];
  if (end !== head.length || opened === undefined || !rest.endsWith(FOOT)) return null;
  const content = rest.slice(opened.length, -FOOT.length);
  return { attributes: [html!, body!], title: title!, styles, content };
}
