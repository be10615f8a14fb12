import { randomUUID } from "node:crypto";
import type { KeptPicture } from "../../pictures/collect-pictures.ts";
import { type Step, StepFailure } from "../../processing/step.ts";
import { isImage } from "../file/kinds.ts";
import type { FoundImage } from "./found-image.ts";

/** Finds out what an image is, and keeps a picture to look at and a small one for rows. */
export const pictureStep: Step = {
  // A card that was of another type before has it already.
  concerns: ({ data }) => isImage(data) && data.preview === undefined,
  async run(_, tools, run) {
    if (!run.file) throw new StepFailure("The card has no file");
    const found = await tools.readImage(await run.file.read(), run);
    const [preview, thumbnail] = [kept("preview", found.preview), kept("thumbnail", found.thumbnail)];
    if (preview.content.length + thumbnail.content.length > run.room)
      throw new StepFailure("Your plan holds no more files, so no preview was kept. The image itself is safe");
    const { width, height, takenAt, camera } = found;
    return {
      pictures: [preview, thumbnail],
      data: {
        ...{ width, height, preview: preview.id, thumbnail: thumbnail.id },
        ...(takenAt ? { takenAt } : {}),
        ...(camera ? { camera } : {}),
      },
    };
  },
};

function kept(name: string, picture: FoundImage["preview"]): KeptPicture {
  return { ...picture, id: randomUUID(), name: `${name}${picture.mediaType === "image/jpeg" ? ".jpg" : ".webp"}` };
}
