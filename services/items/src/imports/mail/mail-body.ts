import { MAX_BODY_LENGTH, MAX_HTML_LENGTH } from "@tessera/contracts-items/limits.ts";
import { ContentTooComplex } from "@tessera/service-kit/content-error.ts";
import { checkHtml } from "../../html/html-bounds.ts";
import { type InlinePicture, sanitiseMail } from "../../html/sanitise.ts";
import { textOf } from "../../html/text-of.ts";
import { decodeText } from "./charset.ts";
import { decodeBody } from "./decode-body.ts";
import { fieldValue } from "./mime-headers.ts";
import type { Part } from "./mime-parts.ts";

/**
 * Bytes and characters that are read of the texts and of the HTML of a message, in all: more would be cut away again.
 */
const MAX_TEXT_BYTES = 4 * MAX_BODY_LENGTH;
const MAX_HTML_SOURCE = 3_000_000;

export interface MailBody {
  text: string;
  /** Sanitised; null when the message has none that can be shown. */
  html: string | null;
}

export const isText = ({ type, disposition }: Part): boolean =>
  disposition.value !== "attachment" && (type.value === "text/plain" || type.value === "text/html");

/** The text and the HTML that a message's text parts make. */
export function bodyOf(parts: Part[], inline: ReadonlyMap<string, InlinePicture>, warnings: Set<string>): MailBody {
  const groups = new Map<unknown, { plain: string[]; html: string[] }>();
  let hasHtml = false;
  const left = { "text/plain": MAX_TEXT_BYTES, "text/html": MAX_HTML_SOURCE };
  for (const part of parts.filter(isText)) {
    const kind = part.type.value as keyof typeof left;
    const text = readText(part, left[kind], warnings);
    left[kind] -= text.length;
    const group = groups.get(part.alternative ?? part) ?? { plain: [], html: [] };
    groups.set(part.alternative ?? part, group);
    (kind === "text/html" ? group.html : group.plain).push(text);
    hasHtml ||= kind === "text/html" && text.trim() !== "";
  }
  const all = [...groups.values()];
  const html = hasHtml
    ? all.map((group) => (group.html.length ? group.html.join("\n") : group.plain.map(asHtml).join("\n"))).join("\n")
    : "";
  const clean = html && sanitised(html, inline, warnings);
  const text = all.map(({ plain, html: own }) =>
    own.length && !plain.join("").trim() ? textOfHtml(own.join("\n")) : plain.join("\n"),
  );
  const joined = text.join("\n").replaceAll("\r\n", "\n").trim();
  if (joined.length > MAX_BODY_LENGTH || left["text/plain"] <= 0)
    warnings.add(`The text is longer than ${MAX_BODY_LENGTH} characters and was cut`);
  return { text: joined.slice(0, MAX_BODY_LENGTH + 1), html: clean || null };
}

function readText(part: Part, most: number, warnings: Set<string>): string {
  if (most <= 0) return "";
  const { bytes, sound } = decodeBody(part.raw, fieldValue(part.fields, "content-transfer-encoding"), most);
  if (!sound) warnings.add("A part says that it is in base64 but is not; it was read as it stands");
  const text = decodeText(bytes, part.type.parameters.get("charset"));
  return part.type.parameters.get("format")?.toLowerCase() === "flowed"
    ? unflow(text, part.type.parameters.get("delsp")?.toLowerCase() === "yes")
    : text;
}

function sanitised(source: string, inline: ReadonlyMap<string, InlinePicture>, warnings: Set<string>): string | null {
  const html = source.slice(0, MAX_HTML_SOURCE);
  try {
    checkHtml(html);
  } catch (error) {
    if (!(error instanceof ContentTooComplex)) throw error;
    warnings.add("The HTML of the message is too complex to be shown; its text is kept");
    return null;
  }
  const clean = sanitiseMail(html, inline);
  if (clean.blockedImages) warnings.add(notShown(clean.blockedImages));
  if (clean.html.length <= MAX_HTML_LENGTH) return clean.html;
  warnings.add("The HTML of the message is too long to be shown; its text is kept");
  return null;
}

const notShown = (pictures: number): string =>
  pictures === 1
    ? "One picture from another site is not shown: fetching it would tell the sender"
    : `${pictures.toLocaleString("en")} pictures from other sites are not shown: fetching them would tell the sender`;

/** Text of HTML that may be anything; what cannot be parsed safely is stripped of its tags. */
function textOfHtml(source: string): string {
  const html = source.slice(0, MAX_TEXT_BYTES);
  try {
    checkHtml(html);
    return textOf(sanitiseMail(html, new Map()).html);
  } catch (error) {
    if (!(error instanceof ContentTooComplex)) throw error;
    return textOf(html);
  }
}

const asHtml = (text: string) =>
  `<div>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(/\r?\n/g, "<br>\n")}</div>`;

/** Puts the lines of format=flowed together again, those of each depth of quotation on their own; RFC 3676. */
function unflow(text: string, deleteSpace: boolean): string {
  const paragraphs: string[] = [];
  let open: string[] = [];
  let depth = 0;
  const end = () => {
    const joined = open.join("");
    paragraphs.push(depth ? `${">".repeat(depth)}${joined && ` ${joined}`}` : joined);
    open = [];
  };
  for (const raw of text.split(/\r?\n/)) {
    const marks = /^>*/.exec(raw)![0].length;
    const line = raw[marks] === " " ? raw.slice(marks + 1) : raw.slice(marks);
    const flows = line.endsWith(" ") && line !== "-- ";
    if (open.length && (line === "-- " || marks !== depth)) end();
    depth = marks;
    open.push(flows && deleteSpace ? line.slice(0, -1) : line);
    if (!flows) end();
  }
  if (open.length) end();
  return paragraphs.join("\n");
}
