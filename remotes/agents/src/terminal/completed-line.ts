import type { Completed } from "./use-terminal.ts";

/**
 * The line with what all words have in common. One word is whole, so a blank follows; behind a qualifier ("tag:") goes
 * its value. @returns with the words to choose from where there are several
 */
export function completedLine(line: string, { from, words }: Completed): { text: string; choices: string[] } {
  const typed = line.slice(from);
  const [first = "", ...others] = words;
  if (!first) return { text: line, choices: [] };
  if (!others.length) return { text: `${line.slice(0, from)}${first}${first.endsWith(":") ? "" : " "}`, choices: [] };
  let common = first;
  for (const other of others)
    while (!other.toLowerCase().startsWith(common.toLowerCase())) common = common.slice(0, -1);
  const text = common.length > typed.length ? line.slice(0, from) + common : line;
  return { text, choices: words };
}
