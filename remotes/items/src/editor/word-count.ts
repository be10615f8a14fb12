import { StateEffect, StateField } from "@codemirror/state";
import { countWords, wordsAdded } from "./count-words.ts";

/** Begins to count: all of the text once, after that what changes. */
export const beginCount = StateEffect.define<null>();

/** Words of an editor's text; null until they are counted. */
export const wordCount = StateField.define<number | null>({
  create: () => null,
  update(words, { changes, effects, newDoc, startState }) {
    if (effects.some((effect) => effect.is(beginCount))) return countWords(newDoc.toString());
    return words === null || changes.empty ? words : words + wordsAdded(changes, startState.doc, newDoc);
  },
});
