// npm run bench [-- <part> --option=value]: what the product promises in ratios. Each part prints what it measured and
// ends with 1 when a target is missed.
import { spawnSync } from "node:child_process";
import path from "node:path";

const PARTS: Record<string, string> = {
  "cold-view": "cold first view of /items/inbox against the same pages built as one bundle",
  "after-release":
    "what a returning visitor downloads after a release that changed one text, of the items and of the shell",
  items: "an import of 10,000, the first row of 100,000 cards against an empty list, the longest task while scrolling",
  queue:
    "jobs a second and their start against the bare queue, kill -9 of processes at work, and the lists of a person with 100,000 entries and jobs, on both databases",
  composition: "the page with its composition against a static file of the same server; a release to its first visitor",
  interactions: "ms from a key press to the next paint at 1× and 4× CPU slow-down, and how far pages shift",
  weight:
    "script that pages need before they are ready, the packages it belongs to, and the first text on a slow machine",
  hostile: "how long other requests wait while pages, mails and files are read that were made to stop the product",
  kills: "cards and sessions over ten times kill -9 while people write; --postgres for the other database",
  api: "requests of the services against a bare server on the same database, PostgreSQL and embedded, with searches alone",
  finance: "lists, sums and summaries of a person with 200,000 transactions, on both databases",
  import:
    "how long a person's requests take while 50,000 bookmarks of another are imported, and the memory, on both databases",
  start: "seconds until the product answers: on its data, after a kill -9 under load, and each service alone",
  capacity:
    "requests a second and core, memory of people, bytes of a card, growing with cards and processes (--items=10000,1000000)",
  transcribe:
    "words that the product hears wrong against the model alone and with a vocabulary, seconds of sound a second and memory (--audio=<folder> --names=<name>,<name> --minutes=60 --model=<model>), and dictation in Chromium; with --compare both models of this machine, in five minutes",
  agents:
    "ms from a token at the provider to the reader of a run and of a prompt against a direct client, 200 streams on one core, on both databases",
  "sign-in": "sign-ins with a password against argon2 alone at the same cost",
  realtime:
    "10,000 connections to one process: joins, memory, a broadcast to all (skipped where a process may not have as many open files: ulimit -n)",
};

const options = process.argv.slice(2).filter((argument) => argument.startsWith("--") && argument !== "--help");
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const unknown = wanted.filter((part) => !(part in PARTS));
if (unknown.length || process.argv.includes("--help")) {
  console.log(
    `Usage: npm run bench [-- <part> …]\n${Object.entries(PARTS)
      .map(([name, what]) => `  ${name}  ${what}`)
      .join("\n")}`,
  );
  process.exit(unknown.length ? 2 : 0);
}
const root = path.resolve(import.meta.dirname, "../..");
const built = spawnSync(
  process.execPath,
  ["node_modules/nx/dist/bin/nx.js", "run-many", "-t", "build", "--outputStyle=static", "--skipRemoteCache"],
  {
    cwd: root,
    encoding: "utf8",
  },
);
if (built.status !== 0) {
  console.error(built.stdout + built.stderr);
  process.exit(1);
}
// The journeys' helpers, which the parts use, have parameter properties: types alone cannot be stripped from them.
const FLAGS = ["--experimental-transform-types", "--no-warnings"];
FLAGS.push("--import", path.join(import.meta.dirname, "keep-exit-code.ts"));
for (const part of wanted.length ? wanted : Object.keys(PARTS)) {
  const { status } = spawnSync(process.execPath, [...FLAGS, path.join(import.meta.dirname, `${part}.ts`), ...options], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
