import { MAX_LINE } from "./limits.ts";

export interface Line {
  text: string;
  /** From 1. */
  number: number;
  /** The line was longer than MAX_LINE; only its beginning is here. */
  cut: boolean;
}

/** Lines of a text that comes in pieces. They end with LF, CR LF or CR; NEL and others are part of the text. */
export class LineSplitter {
  private rest = "";
  private cut = false;
  private afterCr = false;
  private number = 0;

  private readonly onLine: (line: Line) => void;

  constructor(onLine: (line: Line) => void) {
    this.onLine = onLine;
  }

  push(text: string) {
    let start = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code !== 10 && code !== 13) {
        this.afterCr = false;
        continue;
      }
      if (code === 10 && this.afterCr) {
        this.afterCr = false;
        start = at + 1;
        continue;
      }
      this.afterCr = code === 13;
      this.keep(text, start, at);
      this.emit();
      start = at + 1;
    }
    this.keep(text, start, text.length);
  }

  /** @returns number of lines */
  end(): number {
    if (this.rest || this.cut) this.emit();
    return this.number;
  }

  private keep(text: string, start: number, end: number) {
    if (start >= end) return;
    const room = MAX_LINE - this.rest.length;
    if (end - start > room) this.cut = true;
    this.rest += text.slice(start, Math.min(end, start + room));
  }

  private emit() {
    this.number += 1;
    const line = { text: this.rest, number: this.number, cut: this.cut };
    this.rest = "";
    this.cut = false;
    this.onLine(line);
  }
}

/** Counts lines of a text that comes in pieces; they end as those of LineSplitter do. */
export class LineCounter {
  /** The line that the text has come to, from 1. */
  line: number;
  private afterCr: boolean;

  constructor(from?: LineCounter) {
    this.line = from?.line ?? 1;
    this.afterCr = from?.afterCr ?? false;
  }

  add(text: string) {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 13 || (code === 10 && !this.afterCr)) this.line += 1;
      this.afterCr = code === 13;
    }
  }
}
