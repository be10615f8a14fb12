import type { Step } from "../processing/step.ts";
import { textStep } from "./file/text-step.ts";
import { pictureStep } from "./image/picture-step.ts";
import { wordsStep } from "./image/words-step.ts";
import type { TypePlugin } from "./plugin.ts";

/** Steps that read the file of a card: what a picture shows, and what a document says. */
export const FILE_STEPS: Record<string, Step> = { picture: pictureStep, words: wordsStep, text: textStep };
/** Those of them that find its words. */
export const TEXT_STEPS: readonly string[] = ["words", "text"];

/** Steps of a type that wait for what this one finds. */
export const afterText = (plugin: TypePlugin | undefined, step: string): string[] =>
  TEXT_STEPS.includes(step) ? (plugin?.stepsAfterText ?? []) : [];
