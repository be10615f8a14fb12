import { createHash } from "node:crypto";
import { extname } from "node:path";
import { MAX_ARCHIVE_ENTRIES } from "@tessera/contracts-items/limits.ts";
import { ContentTooComplex } from "@tessera/service-kit/content-error.ts";
import { Parser } from "htmlparser2";
import { stringify } from "yaml";
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
  resources: Resource[];
  tasks: { title: string; done: boolean }[];
}

/** Longest name of a folder or file that is made of a title, in characters. */
const MAX_NAME = 120;
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
    const note = notes.at(place);
    const changedAt = timeOf(note?.created ?? "")?.getTime() ?? null;
    const name = free(taken, nameOf(note?.title ?? `Note ${number}`) || "Untitled", "");
    const add = (path: string, within: WithinExport, size: number) =>
      files.push({
        ...{ path, changedAt, within, bytes: size, ...refusalOf(place) },
        content: async () => notes.contentOf(within),
      });
    const paths = (note?.resources ?? []).map(({ data, mime, name: given }, file) => {
      const ending = extname(given) || (ENDINGS[mime] ?? "");
      const bare = nameOf(given.slice(0, given.length - extname(given).length)) || "File";
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

  /** @throws Error when there is none */
  contentOf(within: WithinExport): Buffer {
    const note = this.at(within);
    if (!note) throw new Error("too large");
    if ("file" in within) return Buffer.from(note.resources[within.file]!.data, "base64");
    const paths = note.resources.map(({ data, mime }, at) => {
      const hash = createHash("md5").update(Buffer.from(data, "base64")).digest("hex");
      return [hash, { path: within.files[at]!, isPicture: PICTURE.test(mime) }] as const;
    });
    return Buffer.from(markdownOf(note, new Map(paths)));
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
  { title, content, created, tags, source, tasks }: Note,
  paths: ReadonlyMap<string, { path: string; isPicture: boolean }>,
): string {
  const at = timeOf(created)?.toISOString();
  const text = enmlToMarkdown(content, (hash) => {
    const file = paths.get(hash);
    return file ? { ...file, link: encodeURI(`/${file.path}`).replaceAll("(", "%28").replaceAll(")", "%29") } : null;
  });
  const parts = [
    text,
    tasks.map((task) => `- [${task.done ? "x" : " "}] ${task.title}`).join("\n"),
    /^https?:\/\/\S+$/i.test(source) ? `Source: <${source}>` : "",
  ];
  const properties = stringify({ title: title || "Untitled", tags, ...(at ? { created: at } : {}) });
  return `---\n${properties}---\n\n${parts.filter(Boolean).join("\n\n")}\n`;
}

/** One note of an export. Entities are those of XML: none is defined, so none grows. */
function noteOf(xml: string): Note {
  const note: Note = { title: "", content: "", created: "", tags: [], source: "", resources: [], tasks: [] };
  let path: string[] = [];
  let resource: Resource | null = null;
  let task: Note["tasks"][number] | null = null;
  let text: string[] = [];
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name);
        text = [];
        if (name === "resource") resource = { data: "", mime: "", name: "" };
        else if (name === "task") task = { title: "", done: false };
      },
      ontext: (more) => void text.push(more),
      onclosetag(name) {
        const said = text.join("");
        text = [];
        path = path.slice(0, -1);
        const within = path.at(-1);
        if (name === "resource" && resource) {
          if (resource.data) note.resources.push(resource);
          resource = null;
        } else if (name === "task" && task) {
          if (task.title) note.tasks.push(task);
          task = null;
        } else if (resource) {
          if (name === "data") resource.data = said.replaceAll(/\s+/g, "");
          else if (name === "mime") resource.mime = said.trim().toLowerCase();
          else if (name === "file-name") resource.name = said.trim();
        } else if (task && within === "task") {
          if (name === "title") task.title = said.replaceAll(/\s+/g, " ").trim();
          else if (name === "taskStatus") task.done = said.trim() === "completed";
        } else if (name === "source-url") note.source = said.trim();
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
  return note;
}

/** A name that folders may have, and no link of Markdown takes apart. */
const nameOf = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}/\\:*?"<>|#^[\]]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[ .]+|[ .]+$/g, "")
    .slice(0, MAX_NAME)
    .trim();

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

/** "20231205T081500Z" */
function timeOf(said: string): Date | null {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(said);
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}
