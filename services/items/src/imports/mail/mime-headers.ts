import { decodeText } from "./charset.ts";

/** Fields that are read of one header block, and bytes of one field. */
const MAX_FIELDS = 1000;
const MAX_FIELD = 64 * 1024;
const LF = 10;
/** A line that begins a field; RFC 5322 §2.2. */
const FIELD = /^[!-9;-~]+[ \t]*:/;
/** Fields that do not stand at the beginning of a text. */
const SURE_FIELD = /^(?:from|to|cc|subject|date|message-id|received|mime-version|content-[a-z-]+|x-[a-z-]+)[ \t]*:/i;

export interface Field {
  /** In lower case. */
  name: string;
  /** Unfolded; bytes that are no UTF-8 were read as windows-1252. */
  value: string;
}

export interface HeaderBlock {
  fields: Field[];
  /** Where what follows the header begins. */
  end: number;
}

/**
 * Reads the header at a place of a message. It ends at an empty line; also, as broken programs write it, at a line of
 * blanks, or without any such line at the first one that is neither a field nor the continuation of one.
 */
export function readHeader(raw: Buffer, from: number, to: number): HeaderBlock {
  const fields: Field[] = [];
  let field: { start: number; end: number } | null = null;
  const keep = () => {
    if (field && fields.length < MAX_FIELDS)
      fields.push(toField(raw.subarray(field.start, Math.min(field.end, field.start + MAX_FIELD))));
    field = null;
  };
  for (let at = from; at < to; ) {
    const lineEnd = endOfLine(raw, at, to);
    const first = raw[at]!;
    if (isBlank(raw, at, lineEnd)) {
      const isEmpty = lineEnd - at <= 2 && first !== 32 && first !== 9;
      if (isEmpty || !goesOn(raw, lineEnd, to)) {
        keep();
        return { fields, end: lineEnd };
      }
    } else if (first === 32 || first === 9) {
      if (field) field.end = lineEnd;
    } else if (FIELD.test(lineAt(raw, at, lineEnd))) {
      keep();
      field = { start: at, end: lineEnd };
    } else if (at !== from || !/^>?From /.test(lineAt(raw, at, to))) {
      keep();
      // A damaged line in the middle of a header is passed over.
      if (!/^[ \t]+\S/.test(lineAt(raw, lineEnd, to)) && !SURE_FIELD.test(lineAt(raw, lineEnd, to)))
        return { fields, end: at };
    }
    at = lineEnd;
  }
  keep();
  return { fields, end: to };
}

/** Whether a header continues after a line of blanks. */
function goesOn(raw: Buffer, at: number, to: number): boolean {
  const line = lineAt(raw, at, to);
  return /^[ \t]+[^\s]/.test(line) || FIELD.test(line);
}

/** The beginning of a line, and maybe of the next ones. */
const lineAt = (raw: Buffer, at: number, to: number) => raw.toString("latin1", at, Math.min(to, at + 200));

function isBlank(raw: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (raw[at]! > 32) return false;
  return true;
}

/** Where the next line begins. */
export function endOfLine(raw: Buffer, from: number, to: number): number {
  const end = raw.indexOf(LF, from);
  return end < 0 || end >= to ? to : end + 1;
}

function toField(bytes: Buffer): Field {
  const colon = bytes.indexOf(58);
  return {
    name: bytes.toString("latin1", 0, colon).trim().toLowerCase(),
    value: unfold(textOfHeader(bytes.subarray(colon + 1))),
  };
}

const unfold = (text: string) => text.replaceAll(/\r?\n/g, "").trim();

function textOfHeader(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

export const fieldValue = (fields: Field[], name: string): string | undefined =>
  fields.find((field) => field.name === name)?.value;

export interface Structured {
  /** In lower case, without parameters. */
  value: string;
  parameters: Map<string, string>;
}

/** Most parameters of one field, and characters that are looked at. */
const MAX_PARAMETERS = 100;
const MAX_STRUCTURED = 8192;

/** Reads a value with parameters: `text/plain; charset=utf-8`, continued and encoded ones (RFC 2231) put together. */
export function structured(text = ""): Structured {
  const [value = "", ...rest] = splitParameters(text.slice(0, MAX_STRUCTURED));
  const parameters = new Map<string, string>();
  const pieces = new Map<string, { at: number; text: string; encoded: boolean }[]>();
  for (const parameter of rest.slice(0, MAX_PARAMETERS)) {
    const equals = parameter.indexOf("=");
    if (equals < 0) continue;
    const name = parameter.slice(0, equals).trim().toLowerCase();
    const text = unquote(parameter.slice(equals + 1).trim(), /^(file)?name/.test(name));
    const [, base = name, number, star] = /^([^*]+)(?:\*(\d{1,4}))?(\*)?$/.exec(name) ?? [];
    if (number === undefined && !star) {
      if (!parameters.has(base)) parameters.set(base, text);
    } else
      pieces.set(base, [...(pieces.get(base) ?? []), { at: Number(number ?? 0), text, encoded: star !== undefined }]);
  }
  for (const [name, parts] of pieces) parameters.set(name, joined(parts.sort((a, b) => a.at - b.at)));
  return { value: value.trim().toLowerCase(), parameters };
}

/** Cuts at semicolons that are not quoted. */
function splitParameters(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\" && quoted) at += 1;
    else if (text[at] === '"') quoted = !quoted;
    else if (text[at] === ";" && !quoted) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

const unquote = (text: string, isName: boolean) => {
  // What comes after a blank is a comment, but programs write names of files without quotes.
  if (!text.startsWith('"')) return isName ? text : (text.split(/\s/, 1)[0] ?? "");
  const end = text.lastIndexOf('"');
  return text.slice(1, end > 0 ? end : undefined).replaceAll(/\\(.)/g, "$1");
};

function joined(parts: { text: string; encoded: boolean }[]): string {
  let charset = "utf-8";
  const bytes = parts.map(({ text, encoded }, index) => {
    if (!encoded) return Buffer.from(text);
    const [, named, rest] = (index === 0 && /^([^']*)'[^']*'(.*)$/s.exec(text)) || [];
    if (named) charset = named;
    return Buffer.from(
      (rest ?? text).replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      "latin1",
    );
  });
  return decodeText(Buffer.concat(bytes), charset);
}
