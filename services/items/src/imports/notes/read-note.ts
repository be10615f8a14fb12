import { MAX_TAGS, MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { withoutCode } from "@tessera/contracts-items/references.ts";
import { isMap, isNode, isScalar, type Pair, parseDocument } from "yaml";

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

/** Properties that say when a note was made, the first that does. */
const CREATED = ["created", "date", "created_at", "createdat", "date created", "creation_date"];
const TAGS = ["tags", "tag", "keywords"];
const TITLES = ["title", "name"];
const KNOWN = new Set([...TITLES, ...CREATED, ...TAGS]);

/**
 * Reads a file of Markdown. Title, tags and time come from its properties, else from the file's name and the tags in
 * its text; other properties are kept as they stand, in a block of YAML above the text, and links in them below it.
 */
export function readNote(path: string, text: string): RawNote {
  const whole = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const front = FRONT_MATTER.exec(whole);
  const properties = front ? propertiesOf(front[1]!) : null;
  let body = properties ? whole.slice(front![0].length) : whole;
  const taken = takenOf(properties?.values ?? new Map());
  const named = taken.title || titleOf(path);
  const heading = /^\s*# +(.+?) *#*\s*(?:\n|$)/.exec(body);
  if (heading && heading[1]!.trim() === named) body = body.slice(heading[0].length);
  const others = properties?.without(taken.names) ?? "";
  if (others.trim()) body = `${blockOf(others)}\n\n${body.trimStart()}`;
  const inText = [...withoutCode(body).matchAll(TAG)].slice(0, MAX_TAGS).map((match) => match[1]!);
  return {
    title: named,
    body: body.replace(/^\n+/, "").trimEnd(),
    tags: [...taken.tags, ...inText],
    createdAt: taken.createdAt,
  };
}

/** What a card has fields for, and by which properties it was said: those that say more stay in the text. */
function takenOf(values: ReadonlyMap<string, unknown>) {
  const names = new Set([...KNOWN].filter((name) => values.has(name) && saysNothing(values.get(name))));
  const first = <T>(from: readonly string[], read: (value: unknown) => T | null): T | null => {
    for (const name of from) {
      const found = read(values.get(name));
      if (found === null) continue;
      names.add(name);
      return found;
    }
    return null;
  };
  const title = first(TITLES, (value) => {
    const said = textOf(value);
    return said && said.length <= MAX_TITLE_LENGTH ? said : null;
  });
  const createdAt = first(CREATED, timeOf);
  const tags: string[] = [];
  for (const name of TAGS) {
    const list = listOf(values.get(name));
    if (list && tags.length + list.length <= MAX_TAGS) names.add(name);
    tags.push(...(list ?? []));
  }
  return { names, title: title ?? "", createdAt, tags };
}

function blockOf(others: string): string {
  const fence = others.includes("```") ? "````" : "```";
  const links = [...new Set(others.match(/\[\[[^[\]\n]{1,500}\]\]/g) ?? [])].slice(0, 100);
  const block = `${fence}yaml\n${others.trimEnd()}\n${fence}`;
  return links.length ? `${block}\n\nLinks: ${links.join(", ")}` : block;
}

/** The text of a file as it stands under its properties and the empty line that follows them. */
export function withoutProperties(text: string): string {
  const front = FRONT_MATTER.exec(text);
  return front ? text.slice(front[0].length).replace(/^\n/, "") : text;
}

interface Properties {
  /** By their names in lower case; all scalars are texts. */
  values: ReadonlyMap<string, unknown>;
  /** The text of the others, as it stands. */
  without(names: ReadonlySet<string>): string;
}

/** @returns null for what is no list of properties: two rules around a text are not, nor is a bomb of aliases */
function propertiesOf(yaml: string): Properties | null {
  try {
    const document = parseDocument(yaml, { schema: "failsafe", uniqueKeys: false });
    const { contents } = document;
    if (document.errors.length || !isMap(contents)) return null;
    const values = Object.entries(document.toJS({ maxAliasCount: 10 }) as Record<string, unknown>);
    return {
      values: new Map(values.map(([name, value]) => [name.toLowerCase(), value])),
      without: (names) => (contents.flow ? yaml : cutOut(yaml, contents.items, names)),
    };
  } catch {
    return null;
  }
}

/** The lines of other pairs, with what stands between them. */
function cutOut(yaml: string, pairs: readonly Pair[], names: ReadonlySet<string>): string {
  let [rest, at] = ["", 0];
  for (const { key, value } of pairs) {
    if (!isScalar(key) || !key.range || !names.has(String(key.value).toLowerCase())) continue;
    const end = (isNode(value) && value.range ? value.range : key.range)[1];
    const newline = yaml[end - 1] === "\n" ? end - 1 : yaml.indexOf("\n", end);
    rest += yaml.slice(at, yaml.lastIndexOf("\n", key.range[0]) + 1);
    at = newline < 0 ? yaml.length : newline + 1;
  }
  return rest + yaml.slice(at);
}

/** Empty for what is no text, and for nothing as YAML writes it. */
const textOf = (value: unknown): string =>
  typeof value === "string" && !/^(?:null|~)$/i.test(value.trim()) ? value.trim() : "";

const saysNothing = (value: unknown): boolean =>
  Array.isArray(value) ? !value.length : value === null || (typeof value === "string" && textOf(value) === "");

/** @returns null where there is none, or not of texts alone */
function listOf(value: unknown): string[] | null {
  if (Array.isArray(value) ? !value.every((one) => typeof one === "string") : typeof value !== "string") return null;
  const list = Array.isArray(value) ? value : (value as string).split(/,|\s+(?=#)/);
  return list.map((one) => textOf(one).replace(/^#/, "")).filter(Boolean);
}

/** Where no zone is said, UTC is meant. */
function timeOf(value: unknown): number | null {
  const said = /^(\d{4}-\d{2}-\d{2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
    textOf(value),
  );
  if (!said) return null;
  const [, day, clock = "00:00", zone = "Z"] = said;
  const time = Date.parse(
    `${day}T${clock.padStart(clock.indexOf(":") === 1 ? clock.length + 1 : 0, "0")}${zoneOf(zone)}`,
  );
  return Number.isNaN(time) ? null : time;
}

const zoneOf = (zone: string): string => zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
