import { createHash } from "node:crypto";
import { extname } from "node:path";
import { MAX_ARCHIVE_ENTRIES, MAX_FILE_BYTES } from "@tessera/contracts-items/limits.ts";
import { ContentTooComplex } from "@tessera/service-kit/content-error.ts";
import { Parser } from "htmlparser2";
import { stringify } from "yaml";
import { textOf } from "../text-of.ts";
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

/** Whether a file is an export of Evernote. */
export const isEnex = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE en-export[^>]*>\s*)?<en-export\b/i.test(
    new TextDecoder().decode(bytes.subarray(0, 2000)),
  );

/**
 * An export of Evernote (ENEX 2 to 4) as an archive of Markdown: each note a file, what it holds beside it in a folder
 * of its name. What comes in is found again, linked, told apart and undone as of any other archive.
 * @throws Error for what is no export
 */
export function openEnex(bytes: Buffer): Packed[] {
  const files: Packed[] = [];
  const taken = new Set<string>();
  for (const note of notesOf(textOf(bytes))) {
    const name = free(taken, nameOf(note.title) || "Untitled", "");
    const changedAt = timeOf(note.created);
    const paths = new Map<string, { path: string; isPicture: boolean }>();
    for (const { data, mime, name: given } of note.resources) {
      const size = Math.floor((data.length * 3) / 4);
      const content = () => Buffer.from(data, "base64");
      const ending = extname(given) || (ENDINGS[mime] ?? "");
      const path = free(
        taken,
        `${name}/${nameOf(given.slice(0, given.length - extname(given).length)) || "File"}`,
        ending,
      );
      paths.set(createHash("md5").update(content()).digest("hex"), { path, isPicture: PICTURE.test(mime) });
      files.push({
        ...{ path, changedAt, content: async () => content() },
        ...(size > MAX_FILE_BYTES ? { refused: `It is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB` } : {}),
      });
    }
    files.push({ path: `${name}.md`, changedAt, content: async () => Buffer.from(markdownOf(note, paths)) });
    if (files.length > MAX_ARCHIVE_ENTRIES)
      throw new ContentTooComplex(`The export holds more than ${MAX_ARCHIVE_ENTRIES.toLocaleString("en")} files`);
  }
  if (!files.length) throw new Error("no notes");
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
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

/** The notes of an export. Entities are those of XML: none is defined, so none grows. */
function notesOf(xml: string): Note[] {
  const notes: Note[] = [];
  let path: string[] = [];
  let note: Note | null = null;
  let resource: Resource | null = null;
  let task: Note["tasks"][number] | null = null;
  let text: string[] = [];
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name);
        text = [];
        if (name === "note") {
          note = { title: "", content: "", created: "", tags: [], source: "", resources: [], tasks: [] };
        } else if (name === "resource") resource = { data: "", mime: "", name: "" };
        else if (name === "task") task = { title: "", done: false };
      },
      ontext: (more) => void text.push(more),
      onclosetag(name) {
        const said = text.join("");
        text = [];
        path = path.slice(0, -1);
        const within = path.at(-1);
        if (!note) return;
        if (name === "note") {
          notes.push(note);
          note = null;
        } else if (name === "resource" && resource) {
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
  return notes;
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
