import { MAX_HTML_LENGTH } from "@tessera/contracts-items/limits.ts";
import { checkHtml } from "../../html/html-bounds.ts";
import { sanitiseMail, sanitisePage, withPictures } from "../../html/sanitise.ts";

/** Stands for a picture while the HTML is sanitised as that of a page, which names pictures by addresses. */
const PLACE = "https://picture.invalid/";
const OWN_PICTURE = /<img data-picture="([\da-f-]{36})"/g;

/** Size in pixels of the pictures that come with the card, by their ids in the export. */
export type RevivedPictures = ReadonlyMap<string, { width: number; height: number }>;

/**
 * HTML that an export brings back, sanitised as if it came from outside, for so it does.
 * @throws ContentTooComplex
 */
export function revived(
  type: string,
  data: Record<string, unknown>,
  pictures: RevivedPictures,
): Record<string, unknown> {
  const { html, readableHtml, picturesNotKept } = data;
  if (type === "mail" && typeof html === "string") return { ...data, html: bounded(html, cleanMail) };
  if (type !== "bookmark" || typeof readableHtml !== "string") return data;
  let lost = 0;
  const clean = bounded(readableHtml, (text) => {
    const page = cleanPage(text, pictures);
    lost = page.lost;
    return page.html;
  });
  return {
    ...data,
    readableHtml: clean,
    picturesNotKept: (Number.isInteger(picturesNotKept) ? Number(picturesNotKept) : 0) + lost,
  };
}

const cleanMail = (html: string) => sanitiseMail(html, new Map()).html;

/** @returns with how many of its own pictures did not come along */
function cleanPage(html: string, own: RevivedPictures): { html: string; lost: number } {
  const page = sanitisePage(html.replaceAll(OWN_PICTURE, `<img src="${PLACE}$1"`));
  let lost = 0;
  const shown = withPictures(page.html, (place) => {
    const address = page.pictures[place]!;
    if (!address.startsWith(PLACE)) return null;
    const id = address.slice(PLACE.length);
    const picture = own.get(id);
    if (picture) return `data-picture="${id}" width="${picture.width}" height="${picture.height}"`;
    lost += 1;
    return null;
  });
  return { html: shown, lost };
}

function bounded(html: string, clean: (html: string) => string): string {
  checkHtml(html);
  return clean(html).slice(0, MAX_HTML_LENGTH);
}
