import { type Step, StepFailure } from "../../processing/step.ts";
import { cleanText } from "../../text/clean.ts";
import { hasText } from "./kinds.ts";

/** Reads what a document says. */
export const textStep: Step = {
  concerns: ({ data }) => hasText(String(data.mediaType)) && data.text === undefined,
  async run(item, tools, run) {
    if (!run.file) throw new StepFailure("The card has no file");
    const mediaType = String(item.data.mediaType);
    const { text, ...facts } = await tools.readDocument(await run.file.read(), mediaType, run);
    return { data: { ...facts, text: cleanText(text) } };
  },
};
