// npm run terminal: the commands of /terminal-test from a shell, with an API token.
import { once } from "node:events";
import { createInterface } from "node:readline";
import { EXIT, readSetUp, SetUpMistake, TerminalClient } from "../src/terminal/client.ts";
import { written } from "../src/terminal/command-line.ts";
import { complete } from "../src/terminal/complete.ts";
import { type Row, textOf } from "../src/terminal/row.ts";

const HELP = `Usage: TESSERA_URL=… TESSERA_TOKEN=… npm run -s terminal -- [LINE | WORD …]

  npm run -s terminal -- items ls task --json
  npm run -s terminal -- 'items ls all | grep milk | count'
  npm run -s terminal < lines.txt
One argument is a whole line, several are its words. Without any, lines are read from standard input until one fails.
  TESSERA_URL    address of the product
  TESSERA_TOKEN  an API token (Settings, API tokens); never printed
Ends with 0, 1 when a service refuses, 2 when a line or a variable is wrong, 3 when nobody answers. Commands: help`;

const COLOURS: Record<string, string> = { strong: "1", dim: "2", good: "32", warn: "33", bad: "31", accent: "36" };
const isColoured = process.stdout.isTTY && !process.env.NO_COLOR;
const shown = (row: Row) =>
  isColoured
    ? row.line.map(({ text, tone }) => (tone ? `\u001b[${COLOURS[tone]}m${text}\u001b[0m` : text)).join("")
    : textOf(row);

const printer = {
  async row(row: Row) {
    if (!process.stdout.write(`${shown(row)}\n`)) await once(process.stdout, "drain");
  },
  failure(sentence: string) {
    process.stderr.write(`${sentence}\n`);
  },
};
// Who reads no further, such as head, has what they want.
process.stdout.on("error", () => process.exit(EXIT.done));
const stop = new AbortController();
process.on("SIGINT", () => {
  stop.abort();
  process.exit(130);
});

async function main(words: string[]): Promise<number> {
  if (words.includes("--help")) {
    process.stdout.write(`${HELP}\n`);
    return EXIT.done;
  }
  const { origin, token } = readSetUp(process.env);
  const client = new TerminalClient(origin, token, printer);
  if (words.length) return client.run(words.length > 1 ? words.map(wordOf).join(" ") : words[0]!, stop.signal);
  const { isTTY } = process.stdin;
  const lines = createInterface({
    input: process.stdin,
    ...(isTTY
      ? { output: process.stdout, prompt: "tessera> ", completer: (line: string) => offers(client, line) }
      : {}),
  });
  if (!isTTY) return client.runAll(lines, stop.signal);
  lines.prompt();
  for await (const line of lines) {
    await client.run(line, stop.signal);
    lines.prompt();
  }
  return EXIT.done;
}

/** Options stay options; blanks within a word stay within it. */
const wordOf = (word: string) => (/^-/.test(word) && !/\s/.test(word) ? word : written(word));

async function offers(client: TerminalClient, line: string): Promise<[string[], string]> {
  const { from, words } = await complete(line, client.apis(stop.signal)).catch(() => ({
    from: line.length,
    words: [],
  }));
  return [words, line.slice(from)];
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetUpMistake)) throw error;
  printer.failure(error.message);
  process.exitCode = EXIT.mistake;
}
