import { isTimeZone } from "@tessera/contracts-core/days.ts";
import { MAX_BODY_LENGTH, MAX_CHECK_LENGTH, MAX_CHECKS, MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import { shorten } from "../../text/clean.ts";
import { rowsOf } from "../csv/rows-of.ts";
import { textOf } from "../text-of.ts";
import { type DueFields, dueOfText } from "./due-of-text.ts";
import { inEnglish } from "./in-english.ts";

/** A task as its card will be; `due` is null where none was said or understood. */
export interface TodoistTask {
  title: string;
  body: string;
  tags: string[];
  priority: "none" | "low" | "medium" | "high";
  steps: string[];
  due: DueFields | null;
}
/** A task, or what was not taken of the file and why. */
export type TodoistEntry = { task: TodoistTask } | { entry: string; message: string };

/**
 * Columns that an export has had since 2014; those that say nothing of a card are not read.
 * https://todoist.com/help/articles/import-or-export-a-project-as-a-csv-file-in-todoist-YC8YvN
 */
const COLUMNS = [
  ...(["type", "content", "description", "priority", "indent", "responsible", "date", "date_lang"] as const),
  ...(["timezone", "duration", "duration_unit", "deadline", "deadline_lang"] as const),
];
type Column = (typeof COLUMNS)[number];
type Row = Record<Column, string> & { line: number };

/** As the help says: 1 is the highest, 4 the usual one. */
const PRIORITIES: Record<string, TodoistTask["priority"]> = {
  ...{ "1": "high", "2": "medium", "3": "low", "4": "none" },
  "": "none",
};
/** Levels below a step that its text shows. */
const MAX_LEVELS = 5;
const LABEL = /(?<=^|\s)@([\p{L}\p{N}_][^\s@,]*)/gu;
/** A file beside a note: its JSON says its name and where it is. */
const FILE = /\[\[file (\{.*?\})\]\]/gs;

export interface ReadFrom {
  /** ISO 8601: when the import began, which "tomorrow" counts from. */
  now: string;
  timeZone: string;
}

/** @returns null when the file has no columns of Todoist's */
export function readTodoist({ blobs, value }: Content<ReadFrom>): Content<TodoistEntry[] | null> {
  const rows = rowsOf(textOf(blobs[0]!));
  const [head] = rows;
  const names = head && "cells" in head ? head.cells.map((name) => name.trim().toLowerCase()) : [];
  if (!names.includes("type") || !names.includes("content")) return { value: null, blobs: [] };
  const read = new TodoistReader(value);
  for (const [at, row] of rows.entries()) {
    if (at === 0) continue;
    if ("broken" in row) read.refuse({ content: row.broken, line: at + 1 }, row.reason);
    else if (row.cells.some((cell) => cell.trim())) read.row(rowOf(row.cells, names, at + 1));
  }
  return { value: read.entries, blobs: [] };
}

const rowOf = (cells: string[], names: string[], line: number): Row => ({
  ...(Object.fromEntries(COLUMNS.map((name) => [name, (cells[names.indexOf(name)] ?? "").trim()])) as Record<
    Column,
    string
  >),
  line,
});

class TodoistReader {
  readonly entries: TodoistEntry[] = [];
  private section = "";
  /** The task that steps and notes belong to. */
  private task: TodoistTask | null = null;

  private readonly from: ReadFrom;

  constructor(from: ReadFrom) {
    this.from = from;
  }

  row(row: Row): void {
    const type = row.type.toLowerCase();
    if (type === "task") this.takeTask(row);
    else if (type === "section") {
      this.section = row.content;
      this.task = null;
    } else if (type === "note") this.takeNote(row);
    // How the project is shown.
    else if (type !== "meta")
      this.refuse(row, row.type ? `Rows of the type “${row.type}” are not known` : "It has no type");
  }

  private takeTask(row: Row): void {
    if (!row.content) {
      // What is indented below is no step of another task.
      if (!(Number(row.indent) > 1)) this.task = null;
      this.refuse(row, "The task has no name");
    } else if (Number(row.indent) > 1 && this.task) this.takeStep(row, this.task);
    else this.begin(row);
  }

  private begin(row: Row): void {
    const labels = [...row.content.matchAll(LABEL)].map(([, label]) => label as string);
    const bare = row.content.replace(/^\* /, "").replaceAll(LABEL, " ").replaceAll(/\s+/g, " ").trim();
    const title = bare || row.content;
    const task: TodoistTask = {
      title: shorten(title, MAX_TITLE_LENGTH),
      body: title.length > MAX_TITLE_LENGTH ? title : "",
      tags: [...labels, ...(this.section ? [this.section] : [])],
      priority: PRIORITIES[row.priority] ?? "none",
      steps: [],
      due: null,
    };
    this.task = null;
    if (!this.write(task, row.description, row)) return;
    this.task = task;
    this.entries.push({ task });
    if (PRIORITIES[row.priority] === undefined)
      this.refuse(row, `Its priority “${row.priority}” is none of 1 to 4: the task has none`);
    if (row.date) this.date(task, row);
    this.more(task, row);
  }

  private date(task: TodoistTask, row: Row): void {
    const timeZone = isTimeZone(row.timezone) ? row.timezone : this.from.timeZone;
    task.due = this.dueOf(row.date, row.date_lang, timeZone);
    if (task.due) return;
    this.write(task, `Date: ${row.date}`, row);
    this.refuse(row, `Its date “${row.date}” is not understood: it stands in the text of the card`);
  }

  private dueOf(text: string, language: string, timeZone: string): DueFields | null {
    const clock = { now: new Date(this.from.now), timeZone };
    return dueOfText(text, clock) ?? dueOfText(inEnglish(text, language), clock);
  }

  /** What a card has no field for stands in its text. A deadline is when a task without a date is due. */
  private more(task: TodoistTask, row: Row): void {
    const person = nameOf(row.responsible);
    if (person) this.write(task, `Responsible: ${person}`, row);
    const duration = durationOf(row);
    if (duration) this.write(task, `Duration: ${duration}`, row);
    if (!row.deadline) return;
    task.due ??= this.dueOf(row.deadline, row.deadline_lang, this.from.timeZone);
    this.write(task, `Deadline: ${row.deadline}`, row);
  }

  /** A task below another one. What a step has no place for stands in the text of the card. */
  private takeStep(row: Row, task: TodoistTask): void {
    const priority = PRIORITIES[row.priority] ?? "none";
    const facts = [
      ...[row.date, row.deadline, nameOf(row.responsible), durationOf(row)],
      priority === "none" ? "" : `${priority} priority`,
    ];
    const said = facts.filter(Boolean).join(", ");
    // A step has no steps: an arrow for each level says what it belongs to.
    const depth = "› ".repeat(Math.min(Math.max(Number(row.indent) - 2, 0), MAX_LEVELS));
    const text = `${depth}${row.content.replace(/^\* /, "")}${said && ` (${said})`}`.replaceAll(/\s+/g, " ");
    if (text.length > MAX_CHECK_LENGTH || task.steps.length >= MAX_CHECKS) this.write(task, `- [ ] ${text}`, row);
    else task.steps.push(text);
    if (row.description) this.write(task, `${row.content}: ${row.description}`, row);
  }

  private takeNote(row: Row): void {
    if (!row.content) return;
    if (this.task) this.write(this.task, row.content.replaceAll(FILE, linkOf), row);
    else this.refuse(row, "The note belongs to no task");
  }

  /** Adds to the text of a card. @returns whether it had room */
  private write(task: TodoistTask, text: string, row: Row): boolean {
    const body = [task.body, text].filter(Boolean).join("\n\n");
    if (body.length > MAX_BODY_LENGTH) {
      this.refuse(row, `The text of its card would be longer than ${MAX_BODY_LENGTH.toLocaleString("en")} characters`);
      return false;
    }
    task.body = body;
    return true;
  }

  refuse({ content, line }: Pick<Row, "content" | "line">, message: string): void {
    this.entries.push({ entry: content ? `Row ${line}, ${content}` : `Row ${line}`, message });
  }
}

const durationOf = ({ duration, duration_unit: unit }: Row): string => {
  if (!duration || duration === "None") return "";
  return `${duration} ${unit.toLowerCase().replace(/s$/, "") || "minute"}${duration === "1" ? "" : "s"}`;
};

/** "Ines (101)" without the number of the account. */
const nameOf = (responsible: string): string => responsible.replace(/\s*\(\d+\)$/, "");

/** A link to the file where its JSON says one; else the text as it is. */
function linkOf(whole: string, json: string): string {
  try {
    const { file_name: name, file_url: url } = JSON.parse(json) as { file_name?: unknown; file_url?: unknown };
    if (typeof url !== "string" || !/^https?:\/\/[^\s()<>]+$/.test(url)) return whole;
    return `[${typeof name === "string" && name ? name.replaceAll(/[[\]]/g, "") : "File"}](${url})`;
  } catch {
    return whole;
  }
}
