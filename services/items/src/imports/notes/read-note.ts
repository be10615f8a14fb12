import { MAX_TAGS } from "@tessera/contracts-items/limits.ts";
import { withoutCode } from "@tessera/contracts-items/references.ts";
import { parse, stringify } from "yaml";

/** A note as a file of Markdown says it. */
export interface RawNote {
  /** Empty where neither its properties nor its file name it. */
  title: string;
  body: string;
  tags: string[];
  /** Milliseconds since 1970; null where the file says none. */
  createdAt: number | null;
}

/** Properties at the beginning of a file, as Obsidian, Jekyll and Hugo write them. */
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** What Notion puts behind each name: a space and an id of 32 digits. */
const NOTION_ID = /[ -][0-9a-f]{32}$/;
/** A tag within a text, as Obsidian knows it: it has a letter. */
const TAG = /(?<=^|\s)#(?=[^\s#]*\p{L})([\p{L}\p{N}_/-]{1,60})/gmu;

/** The name of a note's file, without its ending and what an app made of it: Logseq writes "a/b" as "a___b". */
export const titleOf = (path: string): string =>
  path
    .split("/")
    .at(-1)!
    .replace(/\.(md|markdown)$/i, "")
    .replace(NOTION_ID, "")
    .replaceAll("___", "/");

/**
 * Reads a file of Markdown. Title, tags and time come from its properties, else from the file's name and the tags in
 * its text; other properties are kept as a block of YAML above the text.
 */
export function readNote(path: string, text: string): RawNote {
  const whole = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const front = FRONT_MATTER.exec(whole);
  const properties = front ? propertiesOf(front[1]!) : null;
  let body = properties ? whole.slice(front![0].length) : whole;
  const { title, name, tags, tag, keywords, created, date, ...others } = properties ?? {};
  const named = textOf(title) || textOf(name) || titleOf(path);
  const heading = /^\s*# +(.+?) *#*\s*(?:\n|$)/.exec(body);
  if (heading && heading[1]!.trim() === named) body = body.slice(heading[0].length);
  if (Object.keys(others).length) body = `\`\`\`yaml\n${stringify(others).trimEnd()}\n\`\`\`\n\n${body.trimStart()}`;
  const inText = [...withoutCode(body).matchAll(TAG)].slice(0, MAX_TAGS).map((match) => match[1]!);
  return {
    title: named,
    body: body.replace(/^\n+/, "").trimEnd(),
    tags: [...[tags, tag, keywords].flatMap(listOf), ...inText],
    createdAt: timeOf(created) ?? timeOf(date),
  };
}

/** The text of a file as it stands under its properties and the empty line that follows them. */
export function withoutProperties(text: string): string {
  const front = FRONT_MATTER.exec(text);
  return front ? text.slice(front[0].length).replace(/^\n/, "") : text;
}

/** @returns null for what is no list of properties: two rules around a text are not, nor is a bomb of aliases */
function propertiesOf(yaml: string): Record<string, unknown> | null {
  try {
    const value: unknown = parse(yaml, { schema: "core", uniqueKeys: false, maxAliasCount: 10 });
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

function listOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === "string" ? value.split(/,|\s+(?=#)/) : [value];
  return list.map((one) => textOf(one).replace(/^#/, "")).filter(Boolean);
}

function timeOf(value: unknown): number | null {
  const text = textOf(value);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return null;
  const time = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text.replace(" ", "T"));
  return Number.isNaN(time) ? null : time;
}
