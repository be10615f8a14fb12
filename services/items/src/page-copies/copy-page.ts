import { randomUUID } from "node:crypto";
import { ContentError } from "@tessera/service-kit/content-error.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import { checkHtml } from "../html/html-bounds.ts";
import { parsePage } from "../html/parse-page.ts";
import { settlePictures } from "../pictures/picture-sources.ts";
import { decodeHtml } from "../web/decode-html.ts";
import { KEPT_STYLE, OUTSIDE, writeCopy } from "./copy-document.ts";
import { escaped, ownElements, WITHOUT_CONTENT } from "./own-elements.ts";
import { NOTHING, ownDeclarations, ownStyles, type StyleParts, webAddress } from "./own-styles.ts";

/** A style sheet or a picture that was fetched for a copy; its bytes are the blob of its place. */
export interface CopyPart {
  kind: "sheet" | "picture";
  /** As the page or a sheet names it, absolute. */
  address: string;
  /** Address after redirects. */
  url: string;
  contentType: string;
}
export interface PageToCopy {
  url: string;
  contentType: string;
  /** Bytes of the copy, at most; the largest pictures are left out until it fits. */
  maxBytes: number;
  parts: CopyPart[];
}
export interface CopiedPage {
  /** Addresses of what the copy lacks, in their order on the page. */
  sheets: string[];
  pictures: string[];
  /** Pictures that were left out, by their number of addresses. */
  picturesLeftOut: number;
}
interface Sheet {
  media: string;
  css: string;
  base: string;
}

/** Sheets that are put in the place of their imports, and characters of all sheets: what imports itself ends. */
const MAX_IMPORTED = 50;
const MAX_CSS = 4_000_000;

/**
 * The page as one document that loads nothing and runs nothing: its styles and pictures stand in it, scripts, frames
 * and forms do not. Called again with what it said was missing, it holds that too. Blobs: the page, then the parts.
 * @throws ContentError when it is too large without any picture
 */
export async function copyPage({
  value,
  blobs: [bytes, ...contents],
}: Content<PageToCopy>): Promise<Content<CopiedPage>> {
  const text = decodeHtml(Buffer.from(bytes!), value.contentType);
  checkHtml(text);
  const document = parsePage(text);
  if (!document.documentElement) throw new ContentError("unreadable", "The page is empty");
  const base = webAddress(document.querySelector("base[href]")?.getAttribute("href") ?? "", value.url) ?? value.url;
  const known = knownParts(value.parts, contents);
  settlePictures(document, base, { keepData: true });
  const styles = sheetsOf(document, base, known).map(({ media, css, base: from }) => ({
    media: escaped(media),
    css: ownStyles(css, from, known),
  }));
  // Before they are written as text: an empty one within a drawing would be read as one that never ends.
  for (const element of document.querySelectorAll(["link", "base", "meta", ...WITHOUT_CONTENT].join()))
    element.remove();
  const inline = new Map<string, number>();
  const keepStyle = (css: string) => {
    const own = ownDeclarations(css, base, known);
    inline.set(own, inline.get(own) ?? inline.size);
    return String(inline.get(own));
  };
  const { documentElement: root, body } = document;
  const content = ownElements(body?.innerHTML ?? "", { base, keepStyle, picture: known.picture });
  const attributesOf = (element: Element | null) =>
    OUTSIDE.filter((name) => element?.hasAttribute(name))
      .map((name) => ` ${name}="${escaped(element!.getAttribute(name)!)}"`)
      .concat(element?.hasAttribute("style") ? ` ${KEPT_STYLE}="${keepStyle(element.getAttribute("style")!)}"` : "")
      .join("");
  const attributes: [string, string] = [attributesOf(root), attributesOf(body)];
  // As strong as an element's own style: three identifiers, which no page uses.
  const rules = [...inline].map(([css, at]) => `[${KEPT_STYLE}="${at}"]:not(#\\_#\\_#\\_){${css}}`);
  const html = writeCopy({
    ...{ attributes, title: escaped(document.title ?? ""), content },
    styles: [...styles, { media: "", css: rules.join("\n") }],
  });
  const { whole, leftOut } = known.fill(html, value.maxBytes);
  const missing = [...known.missingPictures];
  return {
    value: { sheets: [...known.missingSheets], pictures: missing, picturesLeftOut: missing.length + leftOut },
    blobs: [whole],
  };
}

/** The style sheets in their order. */
function sheetsOf(document: Document, base: string, parts: StyleParts): Sheet[] {
  const found: Sheet[] = [];
  for (const element of document.querySelectorAll("style, link[href]")) {
    const media = element.getAttribute("media") ?? "";
    if (element.localName === "style") {
      found.push({ media, css: element.textContent ?? "", base });
      continue;
    }
    const rel = (element.getAttribute("rel") ?? "").toLowerCase().split(/\s+/);
    const late = rel.includes("preload") && element.getAttribute("as") === "style";
    if ((!rel.includes("stylesheet") && !late) || rel.includes("alternate") || element.hasAttribute("disabled"))
      continue;
    const address = webAddress(element.getAttribute("href") ?? "", base);
    const sheet = address && parts.sheet(address);
    // One that a script turns on once it is there says "print" until then.
    if (sheet) found.push({ ...sheet, media: element.hasAttribute("onload") ? "" : media });
  }
  return found;
}

/** What is there of the parts, and what is asked for without success. */
function knownParts(parts: CopyPart[], contents: Uint8Array[]) {
  const mark = randomUUID();
  const at = new Map(parts.map(({ kind, address }, place) => [`${kind} ${address}`, place]));
  const missingSheets = new Set<string>();
  const missingPictures = new Set<string>();
  let [imported, characters] = [0, 0];
  return {
    missingSheets,
    missingPictures,
    sheet(address: string) {
      const place = at.get(`sheet ${address}`);
      if (place === undefined) missingSheets.add(address);
      if (place === undefined || ++imported > MAX_IMPORTED) return null;
      const css = decoded(contents[place]!, parts[place]!.contentType);
      characters += css.length;
      return characters > MAX_CSS ? null : { css, base: parts[place]!.url };
    },
    picture(address: string) {
      const place = at.get(`picture ${address}`);
      if (place !== undefined) return `${NOTHING}${mark}-${place}-`;
      missingPictures.add(address);
      return NOTHING;
    },
    /** Puts the pictures into the text, as many as fit, the small ones first. */
    fill(html: string, maxBytes: number): { whole: Buffer; leftOut: number } {
      const places = new RegExp(`${NOTHING}${mark}-(\\d+)-`, "g");
      const uses = new Map<number, number>();
      for (const [, place] of html.matchAll(places)) uses.set(Number(place), (uses.get(Number(place)) ?? 0) + 1);
      const dataOf = (place: number) =>
        `data:${parts[place]!.contentType};base64,${Buffer.from(contents[place]!).toString("base64")}`;
      const weights = [...uses].map(([place, times]) => ({
        place,
        bytes: times * Math.ceil(contents[place]!.length / 3) * 4 + times * 40,
      }));
      let left = maxBytes - Buffer.byteLength(html);
      if (left < 0) throw new ContentError("too-large", "The page is too large to be kept as it was");
      const kept = new Map<number, string>();
      for (const { place, bytes } of weights.sort((a, b) => a.bytes - b.bytes)) {
        if (bytes > left) break;
        left -= bytes;
        kept.set(place, dataOf(place));
      }
      const whole = Buffer.from(html.replaceAll(places, (_, place) => kept.get(Number(place)) ?? NOTHING));
      return { whole, leftOut: uses.size - kept.size };
    },
  };
}

function decoded(bytes: Uint8Array, contentType: string): string {
  const named = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
