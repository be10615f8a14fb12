import { momentOfDue } from "@tessera/contracts-core/day-words.ts";
import { dayOf } from "@tessera/contracts-core/days.ts";
import { TASK_MARK } from "@tessera/contracts-items/task-mark.ts";
import { firstDay } from "@tessera/contracts-items/words/repeat.ts";
import { readWords, type Word } from "@tessera/contracts-items/words/words.ts";
import { type ItemCapture, shell } from "@tessera/shell-api";
import { textOf, titleAndBody } from "../capture-text.ts";

function contentOf(text: string) {
  const { title, body } = titleAndBody(text);
  return { title: title.replace(TASK_MARK, "").trim() || "Task", body };
}

const timeZone = () => shell().preferences.get().timeZone || undefined;

/** The fields of a task that words name. What repeats is due: on the first day of its rhythm where none was said. */
export function fieldsOf(words: readonly Word[], now: Date, zone: string | undefined) {
  const of = <K extends Word["kind"]>(kind: K) => words.find((word): word is Word & { kind: K } => word.kind === kind);
  const repeat = of("repeat")?.repeat;
  const due = of("due")?.due ?? (repeat && { day: firstDay(dayOf(now, zone), repeat), time: null });
  const priority = of("priority")?.priority;
  const reminder = of("reminder")?.reminder;
  const data = {
    ...(priority ? { priority } : {}),
    ...(repeat ? { repeat } : {}),
    ...(due && due.time === null ? { dueDay: due.day } : {}),
    ...(reminder === undefined ? {} : { reminder }),
  };
  return { data, ...(due ? { dueAt: momentOfDue(due, zone).toISOString() } : {}) };
}

/** The mark of a task in front, or one line that says when it is due. */
const capture: ItemCapture = {
  recognise(text) {
    if (TASK_MARK.test(text.trim())) return 0.9;
    if (text.trim().includes("\n")) return 0;
    return readWords(text, { now: new Date(), timeZone: timeZone() }).some(({ kind }) => kind !== "tag") ? 0.6 : 0;
  },
  takesWords: true,
  itemOf: (text, tags, words: readonly Word[] = []) => ({
    type: "task",
    ...contentOf(text),
    tags,
    ...fieldsOf(words, new Date(), timeZone()),
  }),
  convert: (item) => ({ type: "task", ...contentOf(textOf(item)) }),
};
export default capture;
