import type { ChangedTable } from "@tessera/service-kit";
import { Refused } from "../access/refused.ts";
import { likeMatches } from "./like.ts";

type Row = Record<string, unknown>;
export type RowFilter = (row: Row) => boolean;

type Comparable = string | number | boolean;
type Read = (text: string) => Comparable;

const NUMBERS = new Set(["int2", "int4", "int8", "float4", "float8", "numeric"]);
const TIMES = new Set(["timestamp", "timestamptz", "date"]);

/**
 * Reads the filter of a binding as supabase-js writes it: `column=operator.value`, several separated by commas, `not.`
 * before an operator, values quoted where they hold reserved characters.
 * Regular expressions (match, imatch) are refused: a stranger's expression could keep the process busy.
 * @throws Refused
 */
export function parseFilter(text: string, table: ChangedTable): RowFilter {
  const conditions = split(text, ",").map((condition) => parseCondition(condition, table));
  return (row) => conditions.every((matches) => matches(row));
}

function parseCondition(text: string, table: ChangedTable): RowFilter {
  const parts = /^\s*([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text);
  if (!parts) throw wrong(`"${text}" is not column=operator.value`);
  const [, name, negated, operator, value] = parts as unknown as [string, string, string | undefined, string, string];
  const column = table.columns.find((candidate) => candidate.name === name);
  if (!column) throw wrong(`column ${name} is not published`);
  const test = testOf(operator, value, readerOf(column.type));
  return negated ? (row) => !test(row[name]) : (row) => test(row[name]);
}

function testOf(operator: string, value: string, read: Read): (cell: unknown) => boolean {
  const cellOf = (cell: unknown) => read(typeof cell === "string" ? cell : JSON.stringify(cell));
  const wantedOf = (text: string) => {
    const wanted = read(unquote(text));
    if (Number.isNaN(wanted)) throw wrong(`"${text}" does not suit the column`);
    return wanted;
  };
  const compare = (holds: (cell: Comparable, wanted: Comparable) => boolean) => {
    const wanted = wantedOf(value);
    return (cell: unknown) => cell !== null && cell !== undefined && holds(cellOf(cell), wanted);
  };
  switch (operator) {
    case "eq":
      return compare((cell, wanted) => cell === wanted);
    case "neq":
      return compare((cell, wanted) => cell !== wanted);
    case "lt":
      return compare((cell, wanted) => cell < wanted);
    case "lte":
      return compare((cell, wanted) => cell <= wanted);
    case "gt":
      return compare((cell, wanted) => cell > wanted);
    case "gte":
      return compare((cell, wanted) => cell >= wanted);
    case "isdistinct": {
      if (value === "null") return (cell) => cell !== null && cell !== undefined;
      const differs = compare((cell, wanted) => cell !== wanted);
      return (cell) => cell === null || cell === undefined || differs(cell);
    }
    case "like":
    case "ilike": {
      const pattern = unquote(value);
      return (cell) => typeof cell === "string" && likeMatches(pattern, cell, operator === "ilike");
    }
    case "is": {
      const wanted = { null: null, unknown: null, true: true, false: false }[value];
      if (wanted === undefined) throw wrong(`is takes null, true, false or unknown, not ${value}`);
      return (cell) => (cell ?? null) === wanted;
    }
    case "in": {
      const list = /^\((.*)\)$/s.exec(value)?.[1];
      if (list === undefined) throw wrong(`in takes a list in brackets, not ${value}`);
      const wanted = new Set(split(list, ",").map(wantedOf));
      return (cell) => cell !== null && cell !== undefined && wanted.has(cellOf(cell));
    }
    case "match":
    case "imatch":
      throw wrong("regular expressions are not taken; use like or ilike");
    default:
      throw wrong(`operator ${operator} is not known`);
  }
}

/** Values of a column's type that can be compared; NaN, which equals nothing, for what is not of the type. */
function readerOf(type: string): Read {
  if (NUMBERS.has(type)) return (text) => (text.trim() === "" ? Number.NaN : Number(text));
  if (TIMES.has(type)) return (text) => Date.parse(text);
  if (type === "bool") return (text) => text === "true" || text === "t";
  if (type === "uuid") return (text) => text.toLowerCase();
  return (text) => text;
}

/** Splits outside quotes and brackets. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [start, depth, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted && character === "\\") at++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === "(") depth++;
    else if (!quoted && character === ")") depth--;
    else if (!quoted && depth === 0 && character === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

const unquote = (text: string) => (/^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, "$1") : text);

const wrong = (why: string) => new Refused(400, `Unable to subscribe to changes with given parameters: ${why}`);
