import { dueLabel, readDue } from "@tessera/contracts-core/day-words.ts";
import { type Move, textIn, use, usesOf } from "./move.ts";
import type { Turn } from "./turn.ts";
import { link, plain } from "./words.ts";

const MAX_TITLE = 300;

const TASK_LEAD =
  /^\W*(?:(?:please|can you|could you)\s+)*(?:remind me(?: (?:to|of|about|that))?|(?:add|create|make|new|set)(?: up)?(?: (?:a|the|another|new))*(?: (?:task|to-?do|reminder))(?: (?:to|for|that|of|called))?|(?:task|to-?do|to do)\b|(?:don't|do not) (?:let me )?forget to|remember to|(?:I|we) (?:need|have|ought) to|(?:I|we) must|add|put)\b\s*:?\s*/i;
const TASK_TAIL = /\s*(?:to|on|in) my (?:tasks?|list|to-?dos?)\s*[.!]?$/i;
const NOTE_LEAD =
  /^\W*(?:(?:please|can you|could you)\s+)*(?:note that|(?:make|add|keep|take|save|create|new|write|jot|put|capture|store|record)\b(?: down)?(?: (?:a|an|the|this|new))*(?: (?:note|card|thought|idea|fact))?(?: (?:as a card|into my inbox as a card))?(?: (?:that|about|of|called|with))?)\s*:?\s*/i;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const tidy = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .replace(/\s+([,.;:!?])/g, "$1")
    .replace(/^(?:to|that|about)\s+/i, "")
    .replace(/[\s,.;:]+$/, "")
    .trim();

/** What a person asked for, without the words that ask and those that name a day. */
export function taskIn(request: string, today: string) {
  const region = { now: new Date(`${today}T12:00:00Z`), timeZone: "UTC", locale: "en-GB" };
  const [line = "", ...more] = request.split("\n");
  const said = line.replace(TASK_LEAD, "").replace(TASK_TAIL, "");
  const days = readDue(said, region);
  const title = days.reduceRight((text, { from, to }) => `${text.slice(0, from)} ${text.slice(to)}`, said);
  const dues = [...new Map(days.map((one) => [one.due.day, one.due])).values()];
  return { title: capital(tidy(title)).slice(0, MAX_TITLE), body: more.join("\n").trim(), dues, region };
}

/** A task with its day; where two days are named, the person says which. */
export function task(turn: Turn): Move {
  const { title, body, dues, region } = taskIn(turn.request, turn.today);
  const [made] = usesOf(turn, "create_task");
  if (made) {
    if (!made.output) return { answer: `The task was not kept. ${plain(made.failure ?? "")}`.trim() };
    const day = textIn(made.output, "due");
    const due = day ? `, due ${dueLabel({ day, time: null }, region)}` : "";
    return {
      answer: `Kept as a task: ${link(textIn(made.arguments, "title"), `/items/task/${textIn(made.output, "id")}`)}${due}.`,
    };
  }
  if (!title) return { answer: "Tell me what the task is, for example “remind me to call Anna on Friday”." };
  let [due] = dues;
  if (dues.length > 1) {
    const asked = usesOf(turn, "ask_person").find((one) => /which day/i.test(textIn(one.arguments, "question")));
    const named = dues.map((one) => dueLabel(one, region));
    if (!asked) return use("ask_person", { question: `Which day is “${title}” due: ${named.join(" or ")}?` });
    const said = textIn(asked.output, "answer");
    due = readDue(said, region)[0]?.due ?? dues.find((_, at) => said.toLowerCase().includes(named[at]!.toLowerCase()));
  }
  const time = due?.time ? `At ${due.time}.` : "";
  return use("create_task", {
    title,
    body: [time, body].filter(Boolean).join("\n\n"),
    ...(due ? { due: due.day } : {}),
  });
}

/** A card with what was said, word by word. */
export function note(turn: Turn): Move {
  const [made] = usesOf(turn, "create_card");
  if (made) {
    if (!made.output) return { answer: `The note was not kept. ${plain(made.failure ?? "")}`.trim() };
    const path = `/items/${textIn(made.output, "type")}/${textIn(made.output, "id")}`;
    return { answer: `Kept: ${link(textIn(made.arguments, "title"), path)}.` };
  }
  const said = turn.request.replace(NOTE_LEAD, "").trim() || turn.request;
  const [line = "", ...more] = said.split("\n");
  const title = capital(tidy(line));
  const isLong = title.length > 100;
  return use("create_card", {
    title: isLong ? `${title.slice(0, title.lastIndexOf(" ", 90))} …` : title,
    body: isLong ? said : more.join("\n").trim(),
    type: "note",
  });
}
