import { decodeText } from "../mail/charset.ts";
import { decodeBody } from "../mail/decode-body.ts";

/** Properties whose values are files or keys: no card has a place for them, and they are most of an address book. */
const LEFT_OUT = /^(?:[\w-]+\.)?(?:photo|logo|sound|key)[;:]/i;
const BASE64 = /^[\t ]*[A-Za-z0-9+/=]+[\t ]*$/;
const QUOTED_PRINTABLE = /;(?:ENCODING=)?QUOTED-PRINTABLE(?=[;:])/i;
/** Most properties of one card; with more it is no contact. */
const MAX_PROPERTIES = 2_000;

/** One card of a file as lines of vCard 3.0 or 4.0, which a parser reads, or why it is none. */
export type SplitCard = { text: string } | { broken: string; name: string };

/**
 * The cards of an address book, each on its own, so that a broken one costs no other. Those of version 2.1, which
 * phones still write, become ones of 3.0: quoted-printable text, line breaks in it, and types without a name.
 */
export function* splitVcards(text: string): Generator<SplitCard> {
  let lines: string[] | null = null;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) {
      if (lines) yield broken(lines, "It has no end");
      lines = [];
    } else if (lines && /^END:VCARD\s*$/i.test(line)) {
      yield cardOf(lines);
      lines = null;
    } else lines?.push(line);
  }
  if (lines) yield broken(lines, "The file ends within it");
}

const broken = (lines: string[], why: string): SplitCard => ({
  broken: why,
  name: (lines.find((line) => /^FN[;:]/i.test(line)) ?? "").replace(/^[^:]*:/, ""),
});

function cardOf(physical: string[]): SplitCard {
  const lines = unfolded(physical);
  if (lines.length > MAX_PROPERTIES) return broken(lines, `It has more than ${MAX_PROPERTIES} properties`);
  const isOld = lines.some((line) => /^VERSION:2\.1\s*$/i.test(line));
  const kept = lines.filter((line) => line.trim() && !/^VERSION[;:]/i.test(line));
  const is4 = lines.some((line) => /^VERSION:4/i.test(line));
  const changed = kept
    .map((line) => (isOld || QUOTED_PRINTABLE.test(headOf(line)) ? modern(line) : line))
    // Written in several ways, of which the parser knows one for each version: it is a text.
    .map((line) => line.replace(/^((?:[\w-]+\.)?)(?=GEO[;:])/i, "$1X-"));
  return { text: ["BEGIN:VCARD", `VERSION:${is4 ? "4.0" : "3.0"}`, ...changed, "END:VCARD"].join("\r\n") };
}

/** Whole lines, without those that are left out. */
function unfolded(physical: string[]): string[] {
  const lines: string[][] = [];
  let isLeftOut = false;
  let isQuoted = false;
  let isOpen = false;
  for (const line of physical) {
    const pieces = lines.at(-1);
    if (isOpen && pieces) {
      // A soft line break of quoted-printable: the next line continues it, with or without a blank before it.
      pieces.push(pieces.pop()!.slice(0, -1), line);
    } else if (/^[\t ]/.test(line)) {
      if (!isLeftOut) pieces?.push(line.slice(1));
    } else if (isLeftOut && (BASE64.test(line) || !line.trim())) continue;
    else {
      isLeftOut = LEFT_OUT.test(line);
      isQuoted = QUOTED_PRINTABLE.test(headOf(line));
      if (!isLeftOut) lines.push([line]);
    }
    isOpen = !isLeftOut && isQuoted && line.endsWith("=");
  }
  return lines.map((pieces) => pieces.join(""));
}

/** Name and parameters of a line, with the colon behind them. */
const headOf = (line: string) => /^(?:"[^"]*"|[^":])*:/.exec(line)?.[0] ?? "";

/** A line of version 2.1 as version 3.0 has it. */
function modern(line: string): string {
  const head = headOf(line);
  if (!head) return line;
  const [name = "", ...params] = head.slice(0, -1).split(";");
  const charset = /;CHARSET=([^;:]+)/i.exec(head)?.[1] ?? "utf-8";
  const isQuoted = QUOTED_PRINTABLE.test(head);
  const kept = params
    .filter((param) => !/^(?:CHARSET=|ENCODING=|QUOTED-PRINTABLE$|BASE64$|8BIT$|7BIT$)/i.test(param))
    .map((param) => (param.includes("=") ? param : `TYPE=${param}`));
  const isStructured = STRUCTURED.test(name);
  const value = line.slice(head.length);
  const parts = (isStructured ? value.split(/(?<!\\);/) : [value]).map((part) => {
    const plain = isQuoted ? decodeText(decodeBody(Buffer.from(part), "quoted-printable").bytes, charset) : part;
    return plain
      .replaceAll(/\\([;,\\])/g, "$1")
      .replaceAll(/[\\;,]/g, "\\$&")
      .replaceAll(/\r\n|\r|\n/g, "\\n");
  });
  return `${[name, ...kept].join(";")}:${parts.join(";")}`;
}

const STRUCTURED = /^(?:[\w-]+\.)?(?:N|ADR|ORG)$/i;
