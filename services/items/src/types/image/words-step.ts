import { MAX_EXTRACTED_LENGTH } from "@tessera/contracts-items/limits.ts";
import { type Step, StepFailure } from "../../processing/step.ts";
import { cleanText } from "../../text/clean.ts";
import { isImage } from "../file/kinds.ts";

/** Recognises the words that an image shows. */
export const wordsStep: Step = {
  slow: true,
  concerns: ({ data }) => isImage(data) && data.text === undefined,
  async run(_, tools, run) {
    if (!run.file) throw new StepFailure("The card has no file");
    const { text } = await tools.recogniseWords(await run.file.read(), run);
    return { data: { text: cleanText(text).slice(0, MAX_EXTRACTED_LENGTH).toWellFormed() } };
  },
};
