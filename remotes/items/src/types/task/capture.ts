import { TASK_MARK } from "@tessera/contracts-items/task-mark.ts";
import type { ItemCapture } from "@tessera/shell-api";
import { textOf, titleAndBody } from "../capture-text.ts";

function contentOf(text: string) {
  const { title, body } = titleAndBody(text);
  return { title: title.replace(TASK_MARK, "").trim() || "Task", body };
}

/** The mark of a task in front. */
const capture: ItemCapture = {
  recognise: (text) => (TASK_MARK.test(text.trim()) ? 0.9 : 0),
  itemOf: (text, tags) => ({ type: "task", ...contentOf(text), data: {}, tags }),
  convert: (item) => ({ type: "task", ...contentOf(textOf(item)) }),
};
export default capture;
