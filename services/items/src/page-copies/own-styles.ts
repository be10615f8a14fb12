import { type CSSToken, TokenType, tokenize } from "@csstools/css-tokenizer";

/** What a style sheet may refer to. */
export interface StyleParts {
  /** The sheet at an address, or null; `base` is what its own addresses are relative to. */
  sheet(address: string): { css: string; base: string } | null;
  /** What stands in the place of a picture's address: a `data:` address. */
  picture(address: string): string;
}

/** Loads nothing and draws nothing, wherever a picture may stand. */
export const NOTHING = "data:,";
/** Sheets within sheets that are followed. */
const MAX_DEPTH = 3;
/** Functions whose texts are addresses. */
const OF_ADDRESSES = /^(url|src|image|(-webkit-)?image-set|(-webkit-)?cross-fade)$/i;
const PICTURE_DATA = /^data:image\//i;

/**
 * CSS in which every address is a `data:` one, with the sheets that it imports in their place. Fonts are left out. It
 * is read by its tokens (CSS Syntax, level 3), so nothing of it is refused and nothing hides an address.
 * @param base what its addresses are relative to
 */
export function ownStyles(css: string, base: string, parts: StyleParts, depth = 0): string {
  const tokens = tokenize({ css });
  const written: string[] = [];
  const functions: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const [type, raw] = token;
    if (type === TokenType.AtKeyword) {
      const name = token[4].value.toLowerCase();
      if (name === "import") {
        const end = endOfStatement(tokens, at);
        written.push(imported(tokens.slice(at + 1, end), base, parts, depth));
        at = end;
      } else if (name === "charset" || name === "namespace") at = endOfStatement(tokens, at);
      else if (name === "font-face") at = endOfBlock(tokens, at);
      else written.push(raw);
      continue;
    }
    if (type === TokenType.Function) functions.push(token[4].value);
    else if (type === TokenType.OpenParen) functions.push("");
    else if (type === TokenType.CloseParen) functions.pop();
    if (type === TokenType.URL) written.push(`url(${quoted(pictureOf(token[4].value, base, parts))})`);
    else if (type === TokenType.BadURL) written.push(`url(${quoted(NOTHING)})`);
    else if (type === TokenType.String && OF_ADDRESSES.test(functions.at(-1) ?? ""))
      written.push(quoted(pictureOf(token[4].value, base, parts)));
    else if (type !== TokenType.CDO && type !== TokenType.CDC) written.push(raw);
  }
  // Nothing in it ends the element that it stands in.
  return written.join("").replaceAll("</", "<\\/");
}

/** What an element's `style` says, as declarations that end nothing around them. */
export function ownDeclarations(css: string, base: string, parts: StyleParts): string {
  const own = ownStyles(css, base, parts);
  const tokens = tokenize({ css: own });
  const end = tokens.findIndex(([type]) => type === TokenType.OpenCurly || type === TokenType.CloseCurly);
  return end < 0 ? own : own.slice(0, tokens[end]![2]);
}

function imported(rest: CSSToken[], base: string, parts: StyleParts, depth: number): string {
  const first = rest.findIndex(([type]) => type !== TokenType.Whitespace && type !== TokenType.Comment);
  const token = rest[first];
  if (!token) return "";
  let next = first + 1;
  let address = token[0] === TokenType.URL || token[0] === TokenType.String ? token[4].value : null;
  if (token[0] === TokenType.Function && token[4].value.toLowerCase() === "url") {
    const inside = rest.slice(next).find(([type]) => type === TokenType.String);
    if (inside?.[0] === TokenType.String) address = inside[4].value;
    next = rest.findIndex(([type]) => type === TokenType.CloseParen) + 1;
  }
  const absolute = address === null ? null : webAddress(address, base);
  const sheet = absolute && depth < MAX_DEPTH ? parts.sheet(absolute) : null;
  if (!sheet) return "";
  const own = ownStyles(sheet.css, sheet.base, parts, depth + 1);
  const when = rest
    .slice(next)
    .map(([, raw]) => raw)
    .join("")
    .trim();
  // Layers and conditions of support stand where they apply to the whole; a query of media stands around it.
  return !when || /\b(layer|supports)\b/i.test(when) ? `${own}\n` : `@media ${when.replaceAll("{", "")} {${own}}\n`;
}

/** @returns where the statement's semicolon stands, or the last token */
function endOfStatement(tokens: CSSToken[], from: number): number {
  for (let at = from; at < tokens.length; at++) if (tokens[at]![0] === TokenType.Semicolon) return at;
  return tokens.length;
}

/** @returns where the block that follows has ended */
function endOfBlock(tokens: CSSToken[], from: number): number {
  let open = 0;
  for (let at = from; at < tokens.length; at++) {
    const [type] = tokens[at]!;
    if (type === TokenType.OpenCurly) open += 1;
    if (type === TokenType.CloseCurly && --open <= 0) return at;
    if (type === TokenType.Semicolon && open === 0) return at;
  }
  return tokens.length;
}

function pictureOf(address: string, base: string, parts: StyleParts): string {
  // A part of the page itself: what clips, masks or filters.
  if (address.startsWith("#") || PICTURE_DATA.test(address)) return address;
  const absolute = webAddress(address, base);
  return absolute ? parts.picture(absolute) : NOTHING;
}

/** The address as a whole, if it is one of the web. */
export function webAddress(address: string, base: string): string | null {
  if (!URL.canParse(address.trim(), base)) return null;
  const url = new URL(address.trim(), base);
  url.hash = "";
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
}

const quoted = (text: string) =>
  `"${text.replaceAll(/["\\\n\r\f]/g, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"`;
