import { commandOf, filterOf } from "./catalogue.ts";
import { type Call, readOptions } from "./command.ts";
import { parseLine } from "./command-line.ts";
import { asJson } from "./filters.ts";
import type { Row } from "./row.ts";

/** What a line prints. @throws LineMistake before anything is done @throws ProblemError of what a service answers */
export function runLine(line: string, call: Omit<Call, "words" | "options">): AsyncIterable<Row> {
  const [first, ...behind] = parseLine(line);
  if (!first) return nothing();
  const { command, rest } = commandOf(first);
  const given = readOptions(command, rest);
  const filters = behind.map((words) => {
    const { command: filter, rest: values } = filterOf(words);
    return { filter, given: readOptions(filter, values) };
  });
  let rows = command.run({ ...call, ...given });
  if (given.options.json) rows = asJson(rows);
  for (const { filter, given: values } of filters) {
    rows = filter.apply(rows, values);
    if (values.options.json) rows = asJson(rows);
  }
  return rows;
}

async function* nothing(): AsyncIterable<Row> {}
