import type { Line } from "../lines.ts";

export interface Field {
  tag: string;
  /** Its lines, without the tag. */
  lines: string[];
  line: number;
}

const TAG = /^:(13D?|20|21|25P?|28C?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]|NS|940):(.*)$/u;
/** Lines of one field; the standard has 6, banks write up to 50. */
const MAX_LINES = 200;
/** A time that was wrapped at a colon looks like a tag: "2016-01-01T13" and ":20:11". */
const WRAPPED_TIME = /T?\d\d$/u;

/** Puts the lines of an MT940 file together to fields. */
export class FieldReader {
  private field?: Field;
  private colon?: number;

  private readonly onField: (field: Field) => void;
  private readonly onEnd: (line: number) => void;

  /** @param onEnd called at "-", "-}" and the start of another message */
  constructor(onField: (field: Field) => void, onEnd: (line: number) => void) {
    this.onField = onField;
    this.onEnd = onEnd;
  }

  push({ text, number }: Line) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: banks frame messages with SOH and ETX.
    let rest = text.replace(/[\u0001-\u0004\u001a\ufeff]/gu, "");
    const blocks = /^.*?\{4:/u.exec(rest);
    if (/^\{[1-5]:/u.test(rest)) {
      this.message(number);
      rest = blocks ? rest.slice(blocks[0].length) : "";
      if (!rest) return;
    }
    if (this.colon !== undefined) {
      rest = `:${rest}`;
      this.colon = undefined;
    } else if (rest.trim() === ":") {
      this.colon = number;
      return;
    }
    if (/^-\}?(?:\{5:.*)?$/u.test(rest.trim())) return this.message(number);
    const tag = TAG.exec(rest);
    if (tag && !this.isWrapped(tag[1]!, tag[2]!)) {
      this.flush();
      this.field = { tag: tag[1]!, lines: [tag[2]!], line: number };
    } else if (this.field && this.field.lines.length < MAX_LINES) this.field.lines.push(rest);
  }

  end(line: number) {
    this.message(line);
  }

  private isWrapped(tag: string, content: string): boolean {
    const last = this.field?.tag === "86" ? this.field.lines.at(-1)!.trimEnd() : "";
    return /^(?:13|2\d)$/u.test(tag) && /^\d\d(?:\D|$)/u.test(content) && WRAPPED_TIME.test(last);
  }

  private flush() {
    const { field } = this;
    this.field = undefined;
    if (field) this.onField(field);
  }

  private message(line: number) {
    this.flush();
    this.onEnd(line);
  }
}
