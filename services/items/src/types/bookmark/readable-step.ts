import { MAX_REASON_LENGTH, MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { withPictures } from "../../html/sanitise.ts";
import { collectCopy } from "../../page-copies/collect-copy.ts";
import { collectIcon, collectPictures, type KeptPicture, remembering } from "../../pictures/collect-pictures.ts";
import { type Step, StepFailure } from "../../processing/step.ts";

/**
 * Fetches the page and keeps what is worth reading of it with its pictures, the site's icon, what the page says about
 * itself, and a copy of all of it as it was.
 */
export const readableStep: Step = {
  async run(item, tools, run) {
    if (typeof item.data.url !== "string") throw new StepFailure("The bookmark has no address");
    const page = await tools.fetchPage(item.data.url, run.signal);
    const read = await tools.readPage(page, run);
    const fetched = remembering(tools);
    const icon = await collectIcon(read.icons, fetched, run);
    const found = await collectPictures(read.pictures, fetched, run);
    const kept = found.filter((one): one is KeptPicture => one !== null && one !== "invisible");
    const html = withPictures(read.html, (place) => {
      const picture = found[place];
      if (!picture || picture === "invisible") return null;
      return `data-picture="${picture.id}" width="${picture.width}" height="${picture.height}"`;
    });
    const pictures = [...new Set([...(icon ? [icon] : []), ...kept])];
    const taken = pictures.reduce((bytes, { content }) => bytes + content.length, 0);
    const copy = await collectCopy(page, tools, fetched, { ...run, room: run.room - taken });
    const isKept = "content" in copy;
    return {
      pictures,
      ...(isKept ? { pageCopy: copy } : {}),
      data: {
        ...(read.title ? { pageTitle: read.title.slice(0, MAX_TITLE_LENGTH) } : {}),
        ...(read.site ? { siteName: read.site.slice(0, 300) } : {}),
        ...(read.author ? { author: read.author.slice(0, 300) } : {}),
        ...(read.description && !item.data.description ? { description: read.description.slice(0, 5000) } : {}),
        readableHtml: html,
        wordCount: read.wordCount,
        icon: icon?.id,
        ...(isKept ? { pageKeptAt: run.now.toISOString() } : {}),
        pageNotKept: isKept ? undefined : copy.reason.slice(0, MAX_REASON_LENGTH),
        picturesNotKept: found.filter((one) => one === null).length,
      },
    };
  },
};
