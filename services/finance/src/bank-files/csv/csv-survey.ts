import { parseDecimal, toMinor } from "../amount.ts";
import { currencyOf, exponentOf } from "../currency.ts";
import type { FileParser } from "../parser.ts";
import { DateSurvey, NumberSurvey } from "../surveys.ts";
import { currencyInName, isData, type Layout, layoutOf } from "./layout.ts";
import type { ColumnRole, CsvProfile } from "./profile.ts";
import { type CsvRecord, type Delimiter, RecordReader } from "./records.ts";

/** Records from which the columns are detected. */
const SAMPLE = 300;
const MONEY = ["amount", "debit", "credit", "balance"] as const;

/** Finds out how a CSV file is written: columns from its beginning, dates and numbers from all of it. */
export class CsvSurvey implements FileParser {
  private readonly reader: RecordReader;
  private sample: CsvRecord[] = [];
  private layout?: Layout;
  private readonly dates = new DateSurvey();
  private readonly numbers = new NumberSurvey();
  /** Some write balances in another way than amounts. */
  private readonly balances = new NumberSurvey();
  private readonly signs = new SignSurvey();
  private readonly fees = new FeeSurvey();
  private dollars = false;
  private currency?: string;

  private readonly delimiter: Delimiter;
  private readonly encoding: string;

  constructor(delimiter: Delimiter, encoding: string) {
    this.delimiter = delimiter;
    this.encoding = encoding;

    this.reader = new RecordReader(delimiter, (record) => this.record(record));
  }

  push(text: string) {
    this.reader.push(text);
  }

  end() {
    this.reader.end();
    this.decide();
  }

  /** A date that could be two days, if all of them could. */
  get example(): string | undefined {
    return this.dates.example;
  }

  profile(): CsvProfile {
    const { header, columns } = this.decide();
    const decimal = (this.numbers.isOpen ? this.balances : this.numbers).result();
    const stated = header?.map(currencyInName).find((code) => code) ?? this.currency;
    const isDollar = this.dollars || stated === "USD";
    const { order, ambiguous } = this.dates.result(isDollar ? "MDY" : "DMY");
    return {
      ...{ encoding: this.encoding, delimiter: this.delimiter, header, columns },
      ...{ dateOrder: order, dateAmbiguous: ambiguous, decimal },
      fees: this.fees.result(decimal),
      negate: columns.includes("amount") && !columns.includes("direction") && this.signs.areTurned,
      currency: stated ?? null,
    };
  }

  private record(record: CsvRecord) {
    if (this.layout) return this.look(record, this.layout.columns);
    this.sample.push(record);
    if (this.sample.length >= SAMPLE) this.decide();
  }

  private decide(): Layout {
    if (this.layout) return this.layout;
    const layout = layoutOf(this.sample);
    this.layout = layout;
    for (const record of this.sample) this.look(record, layout.columns);
    this.sample = [];
    return layout;
  }

  private look({ cells }: CsvRecord, columns: (ColumnRole | null)[]) {
    if (!isData(cells, columns)) return;
    const cell = (role: ColumnRole) => cells[columns.indexOf(role)] ?? "";
    if (cell("date")) this.dates.add(cell("date"));
    else this.dates.add(cell("valueDate"));
    for (const role of MONEY) {
      const text = cell(role);
      if (!text) continue;
      const numbers = role === "balance" ? this.balances : this.numbers;
      numbers.add(text, exponentOf(currencyOf(cell("currency")) ?? ""));
      if (text.includes("$")) this.dollars = true;
      this.currency ??= currencyOf(/[\p{Sc}\p{L}]+\$?/u.exec(text)?.[0]);
    }
    if (cell("amount"))
      this.signs.add(
        cell("amount"),
        cells.filter((_, at) => columns[at] === "payee" || columns[at] === "memo"),
      );
    if (columns.includes("fee") && columns.includes("balance"))
      this.fees.add(cell("amount"), cell("fee"), cell("balance"));
  }
}

/** Cards that write what was spent as positive write what was paid to them as negative, and thank for it. */
const THANKS = new RegExp(
  "thank you|payment (?:was )?received|auto ?pay(?:ment)?\\b|pagamento (?:recebido|de fatura)|" +
    "(?:paiement|versement) reçu|zahlung erhalten|pago recibido|betaling ontvangen",
  "iu",
);

class SignSurvey {
  private positive = 0;
  private negative = 0;
  private thanks = 0;

  add(amount: string, texts: string[]) {
    if (!parseDecimal(amount, "any")?.negative) this.positive += 1;
    else {
      this.negative += 1;
      if (THANKS.test(texts.join(" "))) this.thanks += 1;
    }
  }

  get areTurned(): boolean {
    return this.thanks > 0 && this.thanks === this.negative && this.positive >= this.negative;
  }
}

/** Tells from running balances whether the amount contains the fee. */
class FeeSurvey {
  /** Rows in which the balance follows, with the fee in the amount and beside it, upwards and downwards. */
  private readonly agree = { ".": [0, 0], ",": [0, 0] };
  private readonly last: Partial<Record<"." | ",", { amount: number; fee: number; balance: number }>> = {};

  add(amount: string, fee: string, balance: string) {
    for (const mark of [".", ","] as const) {
      const [a, f, b] = [amount, fee || "0", balance].map((text) => {
        const decimal = parseDecimal(text, mark);
        return decimal && toMinor(decimal, 4)?.minor;
      });
      if (a === undefined || f === undefined || b === undefined) continue;
      const before = this.last[mark];
      this.last[mark] = { amount: a, fee: Math.abs(f), balance: b };
      if (!before || (f === 0 && before.fee === 0)) continue;
      const follows = (one: number, previous: number) => b - before.balance === one || before.balance - b === previous;
      if (follows(a, before.amount)) this.agree[mark][0]! += 1;
      if (follows(a - Math.abs(f), before.amount - before.fee)) this.agree[mark][1]! += 1;
    }
  }

  result(mark: "." | ","): CsvProfile["fees"] {
    const [included = 0, extra = 0] = this.agree[mark];
    return extra > included ? "extra" : "included";
  }
}
