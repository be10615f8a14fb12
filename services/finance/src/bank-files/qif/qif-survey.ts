import type { DateOrder } from "../dates.ts";
import { LineSplitter } from "../lines.ts";
import type { FileParser } from "../parser.ts";
import { DateSurvey, NumberSurvey } from "../surveys.ts";
import { type Section, sectionOf } from "./sections.ts";

export interface QifForm {
  dateOrder: DateOrder;
  /** A date of the file that could be two days, when all of them could. */
  ambiguous?: string;
  decimal: "." | ",";
}

/** How the whole file writes dates and numbers. */
export class QifSurvey implements FileParser {
  private section: Section = { kind: "transactions", account: undefined };
  private readonly dates = new DateSurvey(true);
  private readonly numbers = new NumberSurvey();
  private readonly lines = new LineSplitter(({ text }) => this.line(text));

  push(text: string) {
    this.lines.push(text);
  }

  end() {
    this.lines.end();
  }

  form(): QifForm {
    // QIF is Quicken's, which writes months first.
    const { order, ambiguous } = this.dates.result("MDY");
    return { dateOrder: order, ambiguous: ambiguous ? this.dates.example : undefined, decimal: this.numbers.result() };
  }

  private line(line: string) {
    const text = line.replace(/^[\ufeff\s]+/u, "");
    if (text.startsWith("!")) this.section = sectionOf(text) ?? this.section;
    if (this.section.kind !== "transactions" && this.section.kind !== "investments") return;
    if (text.startsWith("D")) this.dates.add(text.slice(1));
    else if (/^[TU$]/u.test(text)) this.numbers.add(text.slice(1));
  }
}
