import { MAX_HTML_LENGTH } from "@tessera/contracts-items/limits.ts";
import { ContentError } from "@tessera/service-kit/content-error.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import { Defuddle } from "defuddle/node";
import { checkHtml } from "../../html/html-bounds.ts";
import { parsePage } from "../../html/parse-page.ts";
import { sanitisePage } from "../../html/sanitise.ts";
import { textOf } from "../../html/text-of.ts";
import { iconsOf, settlePictures } from "../../pictures/picture-sources.ts";
import { decodeHtml } from "../../web/decode-html.ts";

export interface ReadPage {
  /** HTML of the readable part, sanitised; each picture stands as `<img data-picture="n">`. */
  html: string;
  /** Address of each of its pictures. */
  pictures: string[];
  /** Addresses that may have the site's icon, the best first. */
  icons: string[];
  wordCount: number;
  title: string;
  site: string;
  author: string;
  description: string;
}

/** Finds what is worth reading in a page, and what the page says about itself. @throws ContentError when nothing is */
export async function readPage({
  value,
  blobs: [bytes],
}: Content<{ url: string; contentType: string }>): Promise<Content<ReadPage>> {
  const text = decodeHtml(Buffer.from(bytes!), value.contentType);
  checkHtml(text);
  const document = parsePage(text);
  if (!document.documentElement) throw new ContentError("unreadable", "The page is empty");
  settlePictures(document, value.url);
  for (const element of document.querySelectorAll(
    "script:not([type='application/ld+json']), style, noscript, template",
  ))
    element.remove();
  const icons = iconsOf(document, value.url);
  const ownTitle = document.querySelector("title, meta[property='og:title']");
  if (ownTitle)
    for (const script of document.querySelectorAll("script[type='application/ld+json']")) dropHeadlines(script);
  // useAsync: false, because its extractors would fetch from addresses that nobody checked.
  const read = await Defuddle(document as unknown as Document, value.url, { useAsync: false }).catch(() => {
    throw new ContentError("unreadable", "The page could not be read");
  });
  const { html, pictures } = sanitisePage(read.content);
  if (html.length > MAX_HTML_LENGTH) throw new ContentError("too-large", "The page is too long to keep a copy of");
  const { title, site, author, description } = read;
  const words = textOf(html).match(/\S+/g)?.length ?? 0;
  return {
    value: {
      html,
      pictures,
      icons,
      wordCount: words,
      title: oneLine(title),
      site: oneLine(site),
      author: oneLine(author),
      description: oneLine(description),
    },
    blobs: [],
  };
}

/** Defuddle prefers a headline to the page's title; Wikipedia's headline, for one, is its short description. */
function dropHeadlines(script: { textContent: string | null }): void {
  try {
    script.textContent = JSON.stringify(JSON.parse(script.textContent ?? ""), (key, value) =>
      key === "headline" ? undefined : value,
    );
  } catch {
    // Not JSON: Defuddle finds nothing in it either.
  }
}

const oneLine = (text: string | undefined) => (text ?? "").slice(0, 20_000).replaceAll(/\s+/g, " ").trim();
