import type { Content } from "@tessera/service-kit/reader.ts";
import { delimiterOf, RecordReader } from "../bank-files/csv/records.ts";
import { EncodingSurvey } from "../bank-files/encoding.ts";

/** What is wanted of a file: rates between these currencies, from a day on. */
export interface WantedRates {
  currencies: string[];
  since: string;
}
export interface ReadRate {
  base: string;
  quote: string;
  day: string;
  rate: number;
}
export interface ReadRates {
  rates: ReadRate[];
  /** Lines that are no rates, and why the first one is none. */
  broken: number;
  reason: string | null;
  /** All currencies of the file; the names of its columns could not be understood if there are none. */
  currencies: string[];
}

const HEAD = 64 * 1024;
const CODE = /^[A-Z]{3}$/;
/** The base of a table with one column a currency, as the European Central Bank publishes it. */
const TABLE_BASE = "EUR";
const NAMES = {
  day: ["date", "day", "datum", "time_period"],
  base: ["base", "from", "currency", "von"],
  quote: ["quote", "to", "currency_denom", "nach"],
  rate: ["rate", "value", "obs_value", "kurs"],
};

/**
 * Reads rates from CSV: a table with a day and one column a currency, in euros (eurofxref-hist.csv), or lines of day,
 * base, quote and rate. Of lines without a rate ("N/A") nothing is said.
 */
export function readRates({ value, blobs }: Content<WantedRates>): Content<ReadRates> {
  const bytes = blobs[0] ?? new Uint8Array();
  const survey = new EncodingSurvey();
  survey.push(bytes);
  const text = new TextDecoder(survey.end()).decode(bytes).replace(/^\ufeff/, "");
  const read: ReadRates = { rates: [], broken: 0, reason: null, currencies: [] };
  const wanted = new Set(value.currencies);
  const seen = new Set<string>();
  let columns: Columns | null = null;
  const broken = (line: number, reason: string) => {
    read.broken += 1;
    read.reason ??= `Line ${line}: ${reason}`;
  };
  const delimiter = delimiterOf(text.slice(0, HEAD));
  const reader = new RecordReader(delimiter, ({ cells, line }) => {
    if (columns === null) {
      columns = columnsOf(cells);
      return;
    }
    if (!columns || cells.every((cell) => cell === "")) return;
    const day = dayOf(cells[columns.day] ?? "");
    if (day === null) return broken(line, "its day is not written as 2026-11-27.");
    for (const { base, quote, rate } of columns.rates(cells)) {
      if (!CODE.test(base) || !CODE.test(quote)) {
        broken(line, "its currencies are not three letters, as EUR.");
        continue;
      }
      seen.add(base).add(quote);
      if (rate === "" || /^n\/?a$/i.test(rate)) continue;
      const worth = Number(delimiter === "," ? rate : rate.replace(",", "."));
      if (!(worth >= 1e-9 && worth <= 1e9) || base === quote) broken(line, `“${rate.slice(0, 40)}” is not a rate.`);
      else if (day >= value.since && wanted.has(base) && wanted.has(quote))
        read.rates.push({ base, quote, day, rate: worth });
    }
  });
  reader.push(text);
  reader.end();
  read.currencies = [...seen].sort();
  return { value: read, blobs: [] };
}

interface Columns {
  day: number;
  rates(cells: readonly string[]): { base: string; quote: string; rate: string }[];
}

function columnsOf(names: readonly string[]): Columns | null {
  const place = (known: readonly string[]) => names.findIndex((name) => known.includes(name.toLowerCase()));
  const [day, base, quote, rate] = [place(NAMES.day), place(NAMES.base), place(NAMES.quote), place(NAMES.rate)];
  if (day < 0) return null;
  const cell = (cells: readonly string[], at: number) => cells[at] ?? "";
  if (base >= 0 && quote >= 0 && rate >= 0)
    return {
      day,
      rates: (cells) => [
        { base: cell(cells, base).toUpperCase(), quote: cell(cells, quote).toUpperCase(), rate: cell(cells, rate) },
      ],
    };
  const tables = names.flatMap((name, at) => (CODE.test(name) ? [{ name, at }] : []));
  if (!tables.length) return null;
  return {
    day,
    rates: (cells) => tables.map(({ name, at }) => ({ base: TABLE_BASE, quote: name, rate: cell(cells, at) })),
  };
}

/** "2026-11-27" as it is, "27 November 2026" (the bank's daily file) made so; else null. */
function dayOf(text: string): string | null {
  const written = /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
  const at = Date.parse(`${written ?? text} 00:00:00Z`);
  const isWords = /^\d{1,2} [A-Z][a-z]+ \d{4}$/.test(text);
  if ((!written && !isWords) || Number.isNaN(at)) return null;
  const day = new Date(at).toISOString().slice(0, 10);
  return written && day !== written ? null : day;
}
