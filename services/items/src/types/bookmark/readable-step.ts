import { sanitisePage, textOf } from "../../html/sanitise.ts";
import { type Step, StepFailure } from "../../processing/step.ts";
import { readPage } from "./read-page.ts";

/** Characters of sanitised HTML that are kept of a page; contracts/items.ts, BookmarkData. */
const MOST_HTML = 2_000_000;

/** Fetches the page and keeps what is worth reading of it, with what the page says about itself. */
export const readableStep: Step = {
  async run(item, tools, signal) {
    if (typeof item.data.url !== "string") throw new StepFailure("The bookmark has no address");
    const page = await tools.fetchPage(item.data.url, signal);
    const read = await readPage(page);
    const html = sanitisePage(read.content);
    const text = textOf(html);
    if (html.length > MOST_HTML) throw new StepFailure("The page is too long to keep a copy of");
    return {
      data: {
        ...(read.title ? { pageTitle: read.title.slice(0, 500) } : {}),
        ...(read.site ? { siteName: read.site.slice(0, 300) } : {}),
        ...(read.author ? { author: read.author.slice(0, 300) } : {}),
        ...(read.description && !item.data.description ? { description: read.description.slice(0, 5000) } : {}),
        readableHtml: html,
        wordCount: text ? text.split(/\s+/).length : 0,
      },
    };
  },
};
