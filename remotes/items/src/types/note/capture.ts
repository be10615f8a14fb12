import type { ItemCapture } from "@tessera/shell-api";
import { textOf, titleAndBody } from "../capture-text.ts";

const HEADING = /^#{1,6}\s+/;

function contentOf(text: string) {
  const { title, body } = titleAndBody(text);
  return { title: title.replace(HEADING, ""), body };
}

/** Several lines, or a heading in front. */
const capture: ItemCapture = {
  recognise: (text) => (HEADING.test(text.trim()) || text.trim().includes("\n") ? 0.5 : 0),
  itemOf: (text, tags) => ({ type: "note", ...contentOf(text), data: {}, tags }),
  // A note's title is the first line of its text, as a capture has it.
  raw: (item) => ({ ...item, body: `${item.title}\n${item.body}` }),
  convert(item) {
    const { title, body } = contentOf(textOf(item));
    return { type: "note", title: title || item.title, body };
  },
};
export default capture;
