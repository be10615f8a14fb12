import { MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { type Step, StepFailure } from "../../processing/step.ts";

/** Fetches the page and keeps what is worth reading of it, with what the page says about itself. */
export const readableStep: Step = {
  async run(item, tools, run) {
    if (typeof item.data.url !== "string") throw new StepFailure("The bookmark has no address");
    const page = await tools.fetchPage(item.data.url, run.signal);
    const read = await tools.readPage(page, run);
    return {
      data: {
        ...(read.title ? { pageTitle: read.title.slice(0, MAX_TITLE_LENGTH) } : {}),
        ...(read.site ? { siteName: read.site.slice(0, 300) } : {}),
        ...(read.author ? { author: read.author.slice(0, 300) } : {}),
        ...(read.description && !item.data.description ? { description: read.description.slice(0, 5000) } : {}),
        readableHtml: read.html,
        wordCount: read.wordCount,
      },
    };
  },
};
