import { MAX_COLUMNS, MAX_LINE, MAX_QUOTED_LINES } from "../limits.ts";
import { type Line, LineSplitter } from "../lines.ts";

export interface CsvRecord {
  /** Its first line, from 1. */
  line: number;
  /** Trimmed cells. */
  cells: string[];
  /** A quote was opened and never closed; the line was read as if quotes meant nothing. */
  unclosed: boolean;
}

/**
 * Records of CSV (RFC 4180) as programs write it: quotes in the middle of cells are characters, cells may be padded. A
 * quote that is never closed costs one line, not the rest of the file; that is what no library does.
 */
export class RecordReader {
  private readonly lines = new LineSplitter((line) => this.line(line));
  private open: Line[] = [];
  private size = 0;
  private cells: string[] = [];
  private cell = "";
  private quoted = false;

  private readonly delimiter: string;
  private readonly onRecord: (record: CsvRecord) => void;

  constructor(delimiter: string, onRecord: (record: CsvRecord) => void) {
    this.delimiter = delimiter;
    this.onRecord = onRecord;
  }

  push(text: string) {
    this.lines.push(text);
  }

  /** @returns number of lines */
  end(): number {
    const count = this.lines.end();
    while (this.open.length) this.giveUp();
    return count;
  }

  private line(line: Line) {
    this.open.push(line);
    this.size += line.text.length;
    this.scan(line.text);
    if (!this.quoted) return this.emit(false);
    this.cell += "\n";
    if (this.open.length > MAX_QUOTED_LINES || this.size > MAX_LINE) this.giveUp();
  }

  private scan(text: string) {
    let at = 0;
    while (at <= text.length) {
      if (this.quoted) {
        const close = text.indexOf('"', at);
        if (close < 0) {
          this.cell += text.slice(at);
          return;
        }
        this.cell += text.slice(at, close);
        at = close + 1;
        if (text[at] === '"') {
          this.cell += '"';
          at += 1;
        } else this.quoted = false;
        continue;
      }
      if (this.cell.trim() === "" && /^[ ]*"/u.test(text.slice(at, at + 20))) {
        this.cell = "";
        this.quoted = true;
        at = text.indexOf('"', at) + 1;
        continue;
      }
      const next = text.indexOf(this.delimiter, at);
      this.cell += text.slice(at, next < 0 ? undefined : next);
      if (next < 0) return;
      this.add();
      at = next + 1;
    }
  }

  private add() {
    if (this.cells.length < MAX_COLUMNS) this.cells.push(this.cell.trim());
    this.cell = "";
  }

  private emit(unclosed: boolean) {
    this.add();
    const record = { line: this.open[0]!.number, cells: this.cells, unclosed };
    this.open = [];
    this.reset();
    this.onRecord(record);
  }

  private reset() {
    this.cells = [];
    this.cell = "";
    this.quoted = false;
    this.size = 0;
  }

  /** Reads the first of the open lines without quotes, and the others again. */
  private giveUp() {
    const [first, ...others] = this.open;
    this.open = [first!];
    this.reset();
    this.cells = first!.text.split(this.delimiter, MAX_COLUMNS).map((cell) => cell.trim().replace(/^"|"$/gu, ""));
    this.cell = this.cells.pop() ?? "";
    this.emit(true);
    for (const line of others) this.line(line);
  }
}

export const DELIMITERS = [";", ",", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The delimiter that parts the beginning of a file into the most regular columns. */
export function delimiterOf(head: string): Delimiter {
  const stated = /^\ufeff?sep=([;,\t|])\s*[\r\n]/u.exec(head)?.[1];
  if (stated) return stated as Delimiter;
  let best: Delimiter = ",";
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const widths = new Map<number, number>();
    const reader = new RecordReader(delimiter, ({ cells }) => {
      if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    });
    reader.push(head);
    reader.end();
    const score = Math.max(0, ...[...widths].map(([width, count]) => count * Math.min(width, 12)));
    if (score > most) [best, most] = [delimiter, score];
  }
  return best;
}
