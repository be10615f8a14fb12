import type { Run, RunStep, RunTrace } from "@tessera/contracts-agents/runs.ts";
import type { AgentVersion } from "@tessera/contracts-agents/versions.ts";
import { dollars } from "../../frame/dollars.ts";
import { RUN_WORDS } from "../run-words.ts";

/** One thing that is said of both runs. */
export interface Fact {
  title: string;
  one: string;
  other: string;
  /** How much more the second has, with its sign; null where that is no number. */
  more: string | null;
  differs: boolean;
}

/** A run with the version that its agent had when it began; null: not kept, or not known. */
export interface ComparedRun {
  run: RunTrace;
  version: number | null;
}

/** The version that an agent had at a moment; the list has the newest first. */
export const versionAt = (versions: readonly AgentVersion[], at: string): number | null =>
  versions.find(({ createdAt }) => Date.parse(createdAt) <= Date.parse(at))?.number ?? null;

/** Milliseconds from its beginning to its end; null while it is open. */
export const lengthOf = ({ createdAt, finishedAt }: Pick<Run, "createdAt" | "finishedAt">): number | null =>
  finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(createdAt);

const modelsOf = (steps: readonly RunStep[]) =>
  [...new Set(steps.flatMap(({ kind, name }) => (kind === "model" ? [name] : [])))].join(", ") || "None";

/** "1.4 s", "3 min 20 s", "2 h 5 min". */
export function timeInWords(ms: number, locale: string | undefined): string {
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toLocaleString(locale)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** What is said of two runs, in the order of a run's page; the settings of their agents are said by the caller. */
export function factsOf(one: ComparedRun, other: ComparedRun, locale: string | undefined): Fact[] {
  const number = (title: string, of: (run: RunTrace) => number | null, words: (value: number) => string): Fact => {
    const [first, second] = [of(one.run), of(other.run)];
    const said = (value: number | null) => (value === null ? "Not over yet" : words(value));
    const more = first === null || second === null ? null : second - first;
    const sign = more === null || more === 0 ? "" : more > 0 ? "+" : "−";
    return {
      ...{ title, one: said(first), other: said(second), differs: first !== second },
      more: more === null ? null : more === 0 ? "the same" : `${sign}${words(Math.abs(more))}`,
    };
  };
  const words = (title: string, of: (compared: ComparedRun) => string): Fact => {
    const [first, second] = [of(one), of(other)];
    return { title, one: first, other: second, more: null, differs: first !== second };
  };
  const count = (value: number) => value.toLocaleString(locale);
  return [
    words("Task", ({ run }) => run.task),
    words("Agent", ({ run }) => run.agentName),
    words("Version of the agent", ({ version }) => (version === null ? "Not known" : `Version ${version}`)),
    words("Model", ({ run }) => modelsOf(run.trace)),
    words("State", ({ run }) => RUN_WORDS[run.state][1]),
    number("Steps", ({ trace }) => trace.length, count),
    number("Duration", lengthOf, (ms) => timeInWords(ms, locale)),
    number("Tokens", ({ tokens }) => tokens, count),
    number(
      "Cost",
      ({ costMicros }) => costMicros,
      (micros) => dollars(micros, locale),
    ),
  ];
}
