import { MAX_MARKUP } from "../limits.ts";
import { LineCounter } from "../lines.ts";

export interface OfxHandler {
  open(name: string, line: number): void;
  close(name: string, line: number): void;
  text(text: string, line: number): void;
  /** A processing instruction or declaration. */
  declaration(text: string, line: number): void;
  /** Markup that does not end. */
  endless(line: number): void;
}

const TAG = /<(\/?)([A-Za-z][\w.:-]{0,63})(\s[^<>]*)?>/uy;
/** Longest tag with its attributes. */
const MAX_TAG = 2_000;

/**
 * Tags and text of OFX, both SGML and XML. Everything that is no tag is text: banks write "A & Z" and "<3" as they are.
 * No parser of SGML or XML reads what banks send, which has one's header and the other's body.
 */
export class OfxTokenizer {
  private pending = "";
  private readonly lines = new LineCounter();

  private readonly handler: OfxHandler;

  constructor(handler: OfxHandler) {
    this.handler = handler;
  }

  push(text: string) {
    const all = this.pending + text;
    const used = this.read(all, false);
    this.pending = all.slice(used);
    if (this.pending.length <= MAX_MARKUP) return;
    this.pending = "";
    this.handler.endless(this.lines.line);
  }

  end() {
    const rest = this.pending;
    this.pending = "";
    const used = this.read(rest, true);
    if (used < rest.length) this.text(rest.slice(used));
  }

  /** @returns how many characters were used */
  private read(all: string, last: boolean): number {
    let at = 0;
    while (at < all.length) {
      const bracket = all.indexOf("<", at);
      if (bracket < 0) {
        this.text(all.slice(at));
        return all.length;
      }
      if (bracket > at) this.text(all.slice(at, bracket));
      const end = this.markup(all, bracket, last);
      if (end < 0) return bracket;
      at = end;
    }
    return at;
  }

  /** @returns where the markup ends, or -1 when the rest of it has not come yet */
  private markup(all: string, start: number, last: boolean): number {
    const next = all[start + 1];
    if (next === "!" || next === "?") return this.special(all, start, last);
    TAG.lastIndex = start;
    const tag = TAG.exec(all);
    if (tag) {
      const name = tag[2]!.toUpperCase();
      if (tag[1]) this.handler.close(name, this.lines.line);
      else this.handler.open(name, this.lines.line);
      if (!tag[1] && tag[3]?.endsWith("/")) this.handler.close(name, this.lines.line);
      this.lines.add(tag[0]);
      return TAG.lastIndex;
    }
    const rest = all.slice(start + 1, start + MAX_TAG);
    const mayBeTag = /^\/?(?:[A-Za-z][\w.:-]{0,63}(?:\s[^<>]*)?)?$/u.test(rest);
    if (!last && mayBeTag && rest.length < MAX_TAG - 1) return -1;
    this.text("<");
    return start + 1;
  }

  private special(all: string, start: number, last: boolean): number {
    const [begin, finish] = SPECIAL.find(([mark]) => all.startsWith(mark, start)) ?? ["<", ">"];
    if (!last && all.length - start < 9) return -1;
    const end = all.indexOf(finish, start + begin.length);
    if (end < 0 && !last) return -1;
    const stop = end < 0 ? all.length : end + finish.length;
    const whole = all.slice(start, stop);
    const content = whole.slice(begin.length, end < 0 ? undefined : -finish.length);
    if (begin === CDATA) this.handler.text(content.replaceAll("&", "&amp;"), this.lines.line);
    else if (begin !== "<!--") this.handler.declaration(content, this.lines.line);
    this.lines.add(whole);
    return stop;
  }

  private text(text: string) {
    this.handler.text(text, this.lines.line);
    this.lines.add(text);
  }
}

const CDATA = "<![CDATA[";
const SPECIAL: readonly (readonly [string, string])[] = [
  ["<!--", "-->"],
  [CDATA, "]]>"],
  ["<?", "?>"],
];
