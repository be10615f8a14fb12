import { createHash } from "node:crypto";
import { extname } from "node:path";
import { isTimeZone } from "@tessera/contracts-core/days.ts";
import { MAX_ARCHIVE_ENTRIES } from "@tessera/contracts-items/limits.ts";
import { ContentTooComplex } from "@tessera/service-kit/content-error.ts";
import { Parser } from "htmlparser2";
import { stringify } from "yaml";
import { fileNameOf } from "../notes/file-name.ts";
import { textOf } from "../text-of.ts";
import type { Bytes } from "./bytes.ts";
import { enmlToMarkdown } from "./enml-to-markdown.ts";
import type { Packed } from "./open-archive.ts";

interface Resource {
  data: string;
  mime: string;
  name: string;
}
interface Note {
  title: string;
  content: string;
  created: string;
  tags: string[];
  source: string;
  /** When its reminder is, and when it was done; where it was written. */
  reminder: string;
  reminded: string;
  place: string[];
  resources: Resource[];
  /** Names of files that the export mentions without their content. */
  missing: string[];
  tasks: Task[];
}
interface Task {
  /** Of the list that it is in, which has a place in the text. */
  group: string;
  title: string;
  isDone: boolean;
  isFlagged: boolean;
  due: string;
  isDayOnly: boolean;
  timeZone: string;
  recurrence: string;
  reminders: string[];
}

/** Endings of what notes hold most; another is named by its kind. */
const ENDINGS: Record<string, string> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/gif": ".gif",
  "image/webp": ".webp",
  "application/pdf": ".pdf",
  "audio/mpeg": ".mp3",
  "audio/wav": ".wav",
  "text/plain": ".txt",
};
const PICTURE = /^image\/(?:jpeg|png|gif|webp|bmp)$/;

/** Bytes of one note with all its files, as the export writes them: none of these is larger than a card's file. */
const MAX_NOTE_BYTES = 80 * 1024 * 1024;
const NOTE = Buffer.from("<note>");
const END = Buffer.from("</note>");
/** Bytes that are looked through for these at once; fewer at first, as most notes are short. */
const LOOK = 16 * 1024;
const MAX_LOOK = 1024 * 1024;

/** Where a note stands in its export, in bytes. */
interface Place {
  start: number;
  end: number;
}
/** A file of a note, by its place among them; or its text, which links to its files by their paths. */
export type WithinExport = Place & ({ file: number } | { files: string[] });

/** Whether a file is an export of Evernote. */
export const isEnex = (bytes: Bytes): boolean =>
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE en-export[^>]*>\s*)?<en-export\b/i.test(
    new TextDecoder().decode(bytes.read(0, 2000)),
  );

/**
 * An export of Evernote (ENEX 2 to 4) as an archive of Markdown: each note a file, what it holds beside it in a folder
 * of its name. What comes in is found again, linked, told apart and undone as of any other archive. One note at a time
 * is in memory.
 * @throws Error for what is no export
 */
export function openEnex(bytes: Bytes): Packed[] {
  const files: Packed[] = [];
  const taken = new Set<string>();
  const notes = new EnexNotes(bytes);
  let number = 0;
  for (const place of placesOf(bytes)) {
    number += 1;
    const note = orNull(() => notes.at(place));
    const changedAt = timeOf(note?.created ?? "")?.getTime() ?? null;
    const name = free(taken, fileNameOf(note?.title ?? `Note ${number}`) || "Untitled", "");
    const add = (path: string, within: WithinExport, size: number) =>
      files.push({
        ...{ path, changedAt, within, bytes: size, ...refusalOf(place) },
        content: async () => notes.contentOf(within),
      });
    const paths = (note?.resources ?? []).map(({ data, mime, name: given }, file) => {
      const ending = extname(given) || (ENDINGS[mime] ?? "");
      const bare = fileNameOf(given.slice(0, given.length - extname(given).length)) || "File";
      const path = free(taken, `${name}/${bare}`, ending);
      add(path, { ...place, file }, Math.floor((data.length * 3) / 4));
      return path;
    });
    add(`${name}.md`, { ...place, files: paths }, note?.content.length ?? 0);
    if (files.length > MAX_ARCHIVE_ENTRIES)
      throw new ContentTooComplex(`The export holds more than ${MAX_ARCHIVE_ENTRIES.toLocaleString("en")} files`);
  }
  if (!files.length) throw new Error("no notes");
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A note that cannot be read is one file, which says why when it is asked for. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ContentTooComplex) return null;
    throw error;
  }
}

/** Why a note is not read, in words. */
export const refusalOf = ({ start, end }: Place): { refused?: string } =>
  end - start > MAX_NOTE_BYTES
    ? { refused: `The note is larger than ${MAX_NOTE_BYTES / 1024 / 1024} MB with its files` }
    : {};

/** Reads notes of an export by their places; the last one is known, as its files are asked for one after the other. */
export class EnexNotes {
  private readonly bytes: Bytes;
  private last: { start: number; note: Note } | null = null;

  constructor(bytes: Bytes) {
    this.bytes = bytes;
  }

  /** @returns null for one that is too large */
  at({ start, end }: Place): Note | null {
    if (refusalOf({ start, end }).refused) return null;
    if (this.last?.start !== start) {
      this.last = null;
      this.last = { start, note: noteOf(textOf(this.bytes.read(start, end - start))) };
    }
    return this.last.note;
  }

  /** @throws Error when there is none, ContentTooComplex */
  contentOf(within: WithinExport): Buffer {
    const note = this.at(within);
    if (!note) throw new Error("too large");
    const isWhole = this.bytes.read(within.end - END.length, END.length).equals(END);
    if ("file" in within) {
      if (!isWhole && within.file === note.resources.length - 1) throw new Error("cut");
      return Buffer.from(note.resources[within.file]!.data, "base64");
    }
    const paths = note.resources.map(
      ({ data, mime }, at) => [md5Of(data), { path: within.files[at]!, isPicture: PICTURE.test(mime) }] as const,
    );
    return Buffer.from(markdownOf(note, new Map(paths), isWhole));
  }
}

/** Where notes stand; one that does not end goes to the end of the file. */
function* placesOf(bytes: Bytes): Generator<Place> {
  for (let start = find(bytes, NOTE, 0); start >= 0; ) {
    const last = find(bytes, END, start);
    const end = last < 0 ? bytes.length : last + END.length;
    yield { start, end };
    start = find(bytes, NOTE, end);
  }
}

function find(bytes: Bytes, what: Buffer, from: number): number {
  let look = LOOK;
  for (let at = from; at + what.length <= bytes.length; at += look - what.length + 1) {
    if (at > from) look = Math.min(look * 2, MAX_LOOK);
    const found = bytes.read(at, look).indexOf(what);
    if (found >= 0) return at + found;
  }
  return -1;
}

function markdownOf(
  note: Note,
  paths: ReadonlyMap<string, { path: string; isPicture: boolean }>,
  isWhole: boolean,
): string {
  const { title, content, created, tags, source, tasks } = note;
  const at = timeOf(created)?.toISOString();
  const shown = new Set<string>();
  const linkTo = (path: string) => encodeURI(`/${path}`).replaceAll("(", "%28").replaceAll(")", "%29");
  const left = new Set(tasks);
  const text = enmlToMarkdown(content, {
    fileOf: (hash) => {
      const file = paths.get(hash);
      if (file) shown.add(file.path);
      return file ? { ...file, link: linkTo(file.path) } : null;
    },
    tasksOf: (group) => {
      const own = tasks.filter((task) => task.group === group && left.delete(task));
      return own.map((task) => ({ isDone: task.isDone, text: textOfTask(task) }));
    },
  });
  const parts = [
    text,
    [...left].map((task) => `- [${task.isDone ? "x" : " "}] ${textOfTask(task)}`).join("\n"),
    // Its text names no place for them.
    [...paths.values()]
      .filter(({ path }) => !shown.has(path))
      .map(({ path }) => `- [${path.split("/").at(-1)}](${linkTo(path)})`)
      .join("\n"),
    note.missing.map((name) => `(The export holds no content of the file “${name}”)`).join("\n\n"),
    note.reminder ? `Reminder: ${momentOf(note.reminder)}${note.reminded && `, done ${momentOf(note.reminded)}`}` : "",
    note.place.length ? `Place: ${note.place.join(", ")}` : "",
    /^https?:\/\/\S+$/i.test(source) ? `Source: <${source}>` : source && `Source: \`${source.replaceAll("`", "'")}\``,
    isWhole ? "" : "(The export ends within this note)",
  ];
  const properties = stringify({ title: title || "Untitled", tags, ...(at ? { created: at } : {}) });
  return `---\n${properties}---\n\n${parts.filter(Boolean).join("\n\n")}\n`;
}

/** A task with what its line has no field for. */
function textOfTask({ title, ...task }: Task): string {
  const facts = [
    task.due && `due ${momentOf(task.due, task.timeZone, task.isDayOnly)}`,
    task.recurrence && `repeats ${task.recurrence}`,
    ...task.reminders.map((at) => `reminder ${momentOf(at, task.timeZone)}`),
    task.isFlagged && "flagged",
  ].filter(Boolean);
  return `${title}${facts.length ? ` (${facts.join(", ")})` : ""}`;
}

/** "2024-06-01 10:00 (Europe/Berlin)"; as it is written where it is no time. */
function momentOf(said: string, zone = "UTC", isDayOnly = false): string {
  const time = timeOf(said);
  if (!time) return said;
  const timeZone = isTimeZone(zone) ? zone : "UTC";
  const options = isDayOnly
    ? { dateStyle: "short" as const }
    : { dateStyle: "short" as const, timeStyle: "short" as const };
  // Swedish writes times as ISO 8601 does.
  const text = new Intl.DateTimeFormat("sv-SE", { ...options, timeZone }).format(time);
  return isDayOnly ? text : `${text} (${timeZone})`;
}

/** Levels of the XML of an export: a note, its files, their attributes. */
const MAX_LEVELS = 50;

/** One note of an export. Entities are those of XML: none is defined, so none grows. @throws ContentTooComplex */
function noteOf(xml: string): Note {
  const note: Note = {
    ...{ title: "", content: "", created: "", source: "", reminder: "", reminded: "" },
    ...{ tags: [], place: [], resources: [], missing: [], tasks: [] },
  };
  const path: string[] = [];
  let resource: Resource | null = null;
  let task: Task | null = null;
  let text: string[] = [];
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name);
        if (path.length > MAX_LEVELS) throw new ContentTooComplex(`Its XML is nested more than ${MAX_LEVELS} deep`);
        text = [];
        if (name === "resource") resource = { data: "", mime: "", name: "" };
        else if (name === "task") task = noTask();
      },
      ontext: (more) => void text.push(more),
      onclosetag(name) {
        const said = text.join("");
        text = [];
        path.pop();
        const within = path.at(-1);
        if (name === "resource" && resource) {
          if (resource.data) note.resources.push(resource);
          else note.missing.push(resource.name || "without a name");
          resource = null;
        } else if (name === "task" && task) {
          note.tasks.push({ ...task, title: task.title || "Untitled" });
          task = null;
        } else if (resource) {
          if (name === "data") resource.data = said.replaceAll(/\s+/g, "");
          else if (name === "mime") resource.mime = said.trim().toLowerCase();
          else if (name === "file-name") resource.name = said.trim();
        } else if (task) ofTask(task, name, within, said.trim());
        else if (within === "note-attributes") ofAttributes(note, name, said.trim());
        else if (within !== "note") return;
        else if (name === "title") note.title = said.replaceAll(/\s+/g, " ").trim();
        else if (name === "content") note.content = said;
        else if (name === "created") note.created = said.trim();
        else if (name === "tag") note.tags.push(said.trim());
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  note.content = withoutDataOf(note);
  return note;
}

/** A picture that a clipped page holds itself. */
const DATA = /<img\b[^<>]*?\ssrc\s*=\s*"data:(image\/[\w.+-]{1,40});base64,([^"<>]+)"[^<>]*>/gi;

/** The text of a note whose own pictures became files. */
function withoutDataOf({ content, resources }: Note): string {
  const hashes = new Set<string>();
  return content.replaceAll(DATA, (_, mime: string, base64: string) => {
    const data = base64.replaceAll(/\s+/g, "");
    const hash = md5Of(data);
    if (!hashes.has(hash)) resources.push({ data, mime: mime.toLowerCase(), name: "" });
    hashes.add(hash);
    return `<en-media hash="${hash}" type="${mime}"/>`;
  });
}

const md5Of = (base64: string): string => createHash("md5").update(Buffer.from(base64, "base64")).digest("hex");

const noTask = (): Task => ({
  ...{ group: "", title: "", due: "", timeZone: "", recurrence: "", reminders: [] },
  ...{ isDone: false, isFlagged: false, isDayOnly: false },
});

function ofTask(task: Task, name: string, within: string | undefined, said: string): void {
  if (name === "reminderDate") task.reminders.push(said);
  else if (within !== "task") return;
  else if (name === "title") task.title = said.replaceAll(/\s+/g, " ");
  else if (name === "taskGroupNoteLevelID") task.group = said;
  else if (name === "taskStatus") task.isDone = said === "completed";
  else if (name === "taskFlag") task.isFlagged = said === "true";
  else if (name === "dueDate") task.due = said;
  else if (name === "dueDateUIOption") task.isDayOnly = said === "date_only";
  else if (name === "timeZone") task.timeZone = said;
  else if (name === "recurrence") task.recurrence = said;
}

function ofAttributes(note: Note, name: string, said: string): void {
  if (name === "source-url") note.source = said;
  else if (name === "reminder-time") note.reminder = said;
  else if (name === "reminder-done-time") note.reminded = said;
  else if (/^(?:place-name|latitude|longitude)$/.test(name) && said) note.place.push(said.replaceAll(/\s+/g, " "));
}

/** @returns the first of "Name.md", "Name 2.md" … that nobody has */
function free(taken: Set<string>, name: string, ending: string): string {
  for (let number = 1; ; number += 1) {
    const path = `${name}${number > 1 ? ` ${number}` : ""}${ending}`;
    const key = path.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return path;
  }
}

/** "20231205T081500Z", or as ISO 8601 writes it. */
function timeOf(said: string): Date | null {
  const iso = said.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(iso)) return null;
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? null : time;
}
