import { CamtParser } from "./camt/parse-camt.ts";
import { CsvSurvey } from "./csv/csv-survey.ts";
import { CsvParser } from "./csv/parse-csv.ts";
import { delimiterOf } from "./csv/records.ts";
import type { Detected } from "./detect-format.ts";
import { Mt940Parser } from "./mt940/parse-mt940.ts";
import { OfxParser } from "./ofx/parse-ofx.ts";
import type { Output } from "./output.ts";
import type { FileParser, ParserContext } from "./parser.ts";
import { QifParser } from "./qif/parse-qif.ts";
import { type QifForm, QifSurvey } from "./qif/qif-survey.ts";
import type { BankFileEvent, BankFileOptions } from "./statement.ts";

/** What is known of a file before its entries are read. */
export type FileFacts = Omit<Extract<BankFileEvent, { kind: "file" }>, "kind">;

/** Makes what reads the entries. */
export type MakeParser = (out: Output, context: ParserContext) => FileParser;

/** What the whole of a file is asked first, and how it is read with the answer. */
export interface Survey {
  parser: FileParser;
  /** Asked once `parser` had the whole file. */
  facts(): Partial<FileFacts>;
  make: MakeParser;
}

const WITHOUT_SURVEY: Partial<Record<string, MakeParser>> = {
  ofx: (out, context) => new OfxParser(out, context),
  camt: (out, context) => new CamtParser(out, context),
  mt940: (out, context) => new Mt940Parser(out, context),
};

/** @param head the beginning of the text */
export function readerOf(
  format: NonNullable<Detected["format"]>,
  options: BankFileOptions,
  head: string,
  encoding: string,
): Survey | MakeParser {
  return WITHOUT_SURVEY[format] ?? (format === "qif" ? qifReader(options) : csvReader(options, head, encoding));
}

function csvReader(options: BankFileOptions, head: string, encoding: string): Survey | MakeParser {
  const { profile } = options;
  if (profile) return (out, context) => new CsvParser(out, context, profile);
  const parser = new CsvSurvey(delimiterOf(head), encoding);
  return {
    parser,
    facts: () => ({ profile: parser.profile() }),
    make: (out, context) => new CsvParser(out, context, parser.profile(), parser.example),
  };
}

function qifReader(options: BankFileOptions): Survey {
  const parser = new QifSurvey();
  const form = (): QifForm => {
    const found = parser.form();
    return options.dateOrder ? { ...found, dateOrder: options.dateOrder, ambiguous: undefined } : found;
  };
  return {
    parser,
    facts: () => ({ dateOrder: form().dateOrder }),
    make: (out, context) => new QifParser(out, context, form()),
  };
}
