import { CARD_MARK, CARD_TYPE } from "@tessera/contracts-sample-area/card-type.ts";
import type { ItemCapture } from "@tessera/shell-api";

/** How sure a text with the mark in front is to be meant as a card of this type, 0–1. */
const MARKED = 0.9;

const isMarked = (text: string) => text.trimStart().toLowerCase().startsWith(CARD_MARK);

/** The first line without the mark is the title, the rest the text. */
function contentOf(text: string): { title: string; body: string } {
  const [first = "", ...rest] = (isMarked(text) ? text.trimStart().slice(CARD_MARK.length) : text).trim().split("\n");
  return { title: first.trim() || "Untitled", body: rest.join("\n").trim() };
}

/** The mark of the area in front. */
const capture: ItemCapture = {
  recognise: (text) => (isMarked(text) ? MARKED : 0),
  itemOf: (text, tags) => ({ type: CARD_TYPE, ...contentOf(text), data: {}, tags }),
  convert: ({ title, body }) => ({ type: CARD_TYPE, ...contentOf(body.trim() || title) }),
};
export default capture;
