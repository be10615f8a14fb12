import type { Agent } from "@tessera/contracts-agents/agents.ts";
import type { Run, RunState, RunStep } from "@tessera/contracts-agents/runs.ts";
import type { TerminalTone } from "@tessera/contracts-agents/terminal.ts";
import { shownTool } from "@tessera/contracts-agents/tool-names.ts";
import type { Apis } from "../apis.ts";
import { type Call, type Command, numberOf } from "../command.ts";
import { didYouMean, LineMistake } from "../command-line.ts";
import { cell, linesOf, markdownOf, note, type Row, row, span } from "../row.ts";

const LIST = "runs ls";
const MAX_ROWS = 100;
const SHOWN = 10;
const TITLE_WIDTH = 24;

const TONES = {
  waiting: "dim",
  running: "accent",
  asking: "warn",
  done: "good",
  failed: "bad",
  stopped: "dim",
} as const satisfies Record<RunState, TerminalTone>;

const names = async (apis: Apis) => (await apis.agents.agents()).items.map(({ name }) => name);
const runPath = ({ agentId, id }: Pick<Run, "agentId" | "id">) => `/agents/${agentId}/runs/${id}`;
const runValue = ({ id, agentName, task, state, answer, failure, tokens, costMicros, createdAt }: Run) => ({
  ...{ id, agent: agentName, task, state, answer, failure, tokens, costMicros, createdAt },
});
const dollars = (micros: number) => `$${(micros / 1_000_000).toFixed(4)}`;

/** By its name, the beginning of it, or its id. @throws LineMistake */
async function agentOf(apis: Apis, typed: string | undefined): Promise<Agent> {
  const { items } = await apis.agents.agents();
  if (!items.length) throw new LineMistake("You have no agents. Make one on the page Agents.");
  if (!typed) throw new LineMistake('Say which agent, and its task, as in: run "Plain editor" "Tidy up my notes"');
  const name = typed.toLowerCase();
  const exact = items.find((one) => one.name.toLowerCase() === name || one.id === typed);
  const begun = items.filter((one) => one.name.toLowerCase().startsWith(name));
  const found = exact ?? (begun.length === 1 ? begun[0] : undefined);
  if (found) return found;
  const known = items.map((one) => one.name);
  throw new LineMistake(`There is no agent “${typed}”.${didYouMean(typed, known, " See: agents ls")}`);
}

function stepRows(run: Pick<Run, "agentId" | "id">, step: RunStep): Row[] {
  const name = step.kind === "tool" ? (step.title ?? shownTool(step.name)?.title ?? step.name) : step.name;
  const tone = step.state === "done" ? "good" : step.state === "asking" ? "warn" : "bad";
  const head = row(
    { step: step.number, kind: step.kind, name: step.name, state: step.state, text: step.text, reason: step.reason },
    ...[
      span(`${String(step.number).padStart(3)}  `, "dim"),
      span(`${cell(name, TITLE_WIDTH)} `, "accent", runPath(run)),
    ],
    ...[span(step.state, tone), span(step.reason ? `  ${step.reason}` : "", "dim")],
  );
  return [head, ...(step.text ? linesOf(step.text, "dim") : [])];
}

/** A run as it continues, until it has ended or somebody leaves it. */
async function* follow({ apis, signal, numbers }: Call, run: Run): AsyncIterable<Row> {
  const number = numbers.add("run", run.id);
  const shown = new Set<string>();
  yield row(
    runValue(run),
    span("Run of ", "dim"),
    span(run.agentName, "strong", runPath(run)),
    span(`  ${run.id}`, "dim"),
  );
  for await (const event of apis.agents.followRun(run.id, undefined, signal)) {
    if (event.name === "step") {
      const { value: step } = event;
      const key = `${step.number} ${step.state}`;
      if (step.state === "running" || shown.has(key)) continue;
      shown.add(key);
      yield* stepRows(run, step);
      if (step.state === "asking") yield note("It waits for you: see “queue ls”, then “queue approve N”.", "warn");
    } else if (event.value.finishedAt) {
      yield* endOf(event.value);
      return;
    }
  }
  if (signal.aborted) yield note(`The run continues. To see it: runs show ${number}. To end it: runs stop ${number}`);
}

function* endOf(run: Run): Iterable<Row> {
  const used = `  ${run.tokens} tokens, ${dollars(run.costMicros)}`;
  yield row(runValue(run), span(run.state, TONES[run.state]), span(used, "dim"));
  if (run.failure) yield note(run.failure, "bad");
  if (run.answer) yield* markdownOf(run.answer);
}

export const agentCommands: readonly Command[] = [
  {
    name: "run",
    takes: 'AGENT "TASK"',
    title: "Gives an agent a task and follows it; Ctrl+C leaves it, and it continues",
    options: { detach: { short: "d", title: "do not follow it" } },
    examples: ['run "Plain editor" "Make this shorter: …"'],
    values: (apis, before) => (before.length ? [] : names(apis)),
    async *run(call) {
      const { words, apis, options, numbers } = call;
      const agent = await agentOf(apis, words[0]?.text);
      const task = words
        .slice(1)
        .map(({ text }) => text)
        .join(" ");
      if (!task) throw new LineMistake(`Say what ${agent.name} has to do, as in: run ${words[0]!.source} "A task"`);
      const run = await apis.agents.startRun(agent.id, { id: crypto.randomUUID(), task });
      if (!options.detach) return yield* follow(call, run);
      const number = numbers.add("run", run.id);
      yield row(runValue(run), span("Started ", "good"), span(run.agentName, "strong", runPath(run)));
      yield note(`To follow it: runs follow ${number}`);
    },
  },
  {
    name: LIST,
    aliases: ["runs"],
    title: "Runs, the newest first",
    options: {
      agent: { takes: "NAME", title: "of one agent", values: names },
      limit: { takes: "N", short: "n", title: `how many, ${SHOWN} without it` },
    },
    async *run({ options, apis, numbers, signal }) {
      const agent = options.agent ? (await agentOf(apis, String(options.agent))).id : undefined;
      const limit = numberOf("--limit", options.limit, SHOWN, MAX_ROWS);
      const { items, nextCursor } = await apis.agents.runs({ agent, limit }, signal);
      numbers.begin("run");
      for (const run of items)
        yield row(
          runValue(run),
          ...[
            span(`${String(numbers.add("run", run.id)).padStart(3)}  `, "dim"),
            span(`${cell(run.state, 8)} `, TONES[run.state]),
          ],
          ...[
            span(`${cell(run.agentName, TITLE_WIDTH)} `, "strong", runPath(run)),
            span(cell(run.task, 60).trimEnd(), "dim"),
          ],
        );
      if (!items.length) yield note("There are no runs yet.");
      if (nextCursor) yield note(`The newest ${items.length}. More: --limit ${MAX_ROWS}`);
    },
  },
  {
    name: "runs show",
    takes: "RUN",
    title: "A run with its steps",
    async *run({ words, numbers, apis, signal }) {
      const run = await apis.agents.run(numbers.idOf("run", words[0]?.text, LIST), signal);
      yield note(run.task, "strong");
      for (const step of run.trace) yield* stepRows(run, step);
      yield* endOf(run);
    },
  },
  {
    name: "runs follow",
    takes: "RUN",
    title: "A run, as it happens",
    async *run(call) {
      yield* follow(call, await call.apis.agents.run(call.numbers.idOf("run", call.words[0]?.text, LIST), call.signal));
    },
  },
  {
    name: "runs stop",
    takes: "RUN",
    title: "Ends a run",
    async *run({ words, numbers, apis }) {
      const run = await apis.agents.stopRun(numbers.idOf("run", words[0]?.text, LIST));
      yield row(runValue(run), span("Stopped: ", "good"), span(run.task));
    },
  },
  {
    name: "agents ls",
    aliases: ["agents"],
    title: "Your agents",
    async *run({ apis, signal }) {
      const { items } = await apis.agents.agents(signal);
      for (const { id, name, spent } of items)
        yield row(
          { id, name, spent },
          ...[
            span(`${cell(name, TITLE_WIDTH)} `, "strong", `/agents/${id}`),
            span(`${dollars(spent.monthMicros)} this month`, "dim"),
          ],
        );
      if (!items.length) yield note("You have no agents. Make one on the page Agents.");
    },
  },
];
