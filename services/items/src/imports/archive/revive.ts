import { MAX_HTML_LENGTH } from "@tessera/contracts-items/limits.ts";
import { checkHtml } from "../../html/html-bounds.ts";
import { sanitiseMail, sanitisePage, withPictures } from "../../html/sanitise.ts";

/**
 * HTML that an export brings back, sanitised as if it came from outside, for so it does.
 * @throws ContentTooComplex
 */
export function revived(type: string, data: Record<string, unknown>): Record<string, unknown> {
  const { html, readableHtml } = data;
  return {
    ...data,
    ...(type === "mail" && typeof html === "string" ? { html: bounded(html, cleanMail) } : {}),
    ...(type === "bookmark" && typeof readableHtml === "string"
      ? { readableHtml: bounded(readableHtml, cleanPage), picturesNotKept: 0 }
      : {}),
  };
}

const cleanMail = (html: string) => sanitiseMail(html, new Map()).html;
/** Its pictures are kept beside the card, and fetched again with the page. */
const cleanPage = (html: string) => withPictures(sanitisePage(html).html, () => null);

function bounded(html: string, clean: (html: string) => string): string {
  checkHtml(html);
  return clean(html).slice(0, MAX_HTML_LENGTH);
}
