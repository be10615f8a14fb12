import { MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { withPictures } from "../../html/sanitise.ts";
import { collectIcon, collectPictures, type KeptPicture } from "../../pictures/collect-pictures.ts";
import { type Step, StepFailure } from "../../processing/step.ts";

/**
 * Fetches the page and keeps what is worth reading of it with its pictures, the site's icon, and what the page says
 * about itself.
 */
export const readableStep: Step = {
  async run(item, tools, run) {
    if (typeof item.data.url !== "string") throw new StepFailure("The bookmark has no address");
    const page = await tools.fetchPage(item.data.url, run.signal);
    const read = await tools.readPage(page, run);
    const icon = await collectIcon(read.icons, tools, run);
    const found = await collectPictures(read.pictures, tools, run);
    const kept = found.filter((one): one is KeptPicture => one !== null && one !== "invisible");
    const html = withPictures(read.html, (place) => {
      const picture = found[place];
      if (!picture || picture === "invisible") return null;
      return `data-picture="${picture.id}" width="${picture.width}" height="${picture.height}"`;
    });
    return {
      pictures: [...new Set([...(icon ? [icon] : []), ...kept])],
      data: {
        ...(read.title ? { pageTitle: read.title.slice(0, MAX_TITLE_LENGTH) } : {}),
        ...(read.site ? { siteName: read.site.slice(0, 300) } : {}),
        ...(read.author ? { author: read.author.slice(0, 300) } : {}),
        ...(read.description && !item.data.description ? { description: read.description.slice(0, 5000) } : {}),
        readableHtml: html,
        wordCount: read.wordCount,
        icon: icon?.id,
        picturesNotKept: found.filter((one) => one === null).length,
      },
    };
  },
};
