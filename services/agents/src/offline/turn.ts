import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { type GivenCards, readGiven } from "../runs/given-cards.ts";

/** A use of a tool, with what it gave. */
export interface Used {
  name: string;
  arguments: Record<string, unknown>;
  /** Null: it was refused, or failed; `failure` says why. */
  output: Record<string, unknown> | null;
  failure: string | null;
}

/** What the person asked last, and what was done about it since. */
export interface Turn {
  instructions: string;
  request: string;
  /** The person's day, "2026-11-24". */
  today: string;
  used: Used[];
  /** Cards that the person gave along. */
  given: GivenCards | null;
}

const textOf = ({ content }: LanguageModelV4Message): string =>
  typeof content === "string" ? content : content.map((part) => (part.type === "text" ? part.text : "")).join("");

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Reads a prompt as runs of agents write it: see `conversation.ts`. */
export function turnOf(prompt: LanguageModelV4Prompt): Turn {
  const system = prompt
    .filter(({ role }) => role === "system")
    .map(textOf)
    .join("\n\n");
  const from = prompt.findLastIndex(({ role }) => role === "user");
  const since = prompt.slice(from + 1);
  const calls = since.flatMap(({ role, content }) =>
    role === "assistant" ? content.filter((part) => part.type === "tool-call") : [],
  );
  const results = since.flatMap(({ role, content }) =>
    role === "tool" ? content.filter((part) => part.type === "tool-result") : [],
  );
  const used = results.map(({ toolCallId, toolName, output }): Used => {
    const call = calls.find((one) => one.toolCallId === toolCallId);
    const value = output.type === "json" ? record(output.value) : {};
    const changed = record(value.arguments_changed_by_the_person);
    return {
      name: toolName,
      arguments: { ...record(call?.input), ...changed },
      output: output.type === "json" ? record(value.result ?? value.data_from_others) : null,
      failure: output.type === "error-text" || output.type === "text" ? output.value : null,
    };
  });
  const asked = prompt[from];
  const parts = asked && typeof asked.content !== "string" ? asked.content : [];
  const last = parts.length > 1 ? parts.at(-1) : undefined;
  const given = last?.type === "text" ? readGiven(last.text) : null;
  const [first] = parts;
  const request = given ? (first?.type === "text" ? first.text : "") : asked ? textOf(asked) : "";
  return {
    instructions: system,
    given,
    request: request.trim(),
    today: /Today is (\d{4}-\d{2}-\d{2})/g.exec(system)?.[1] ?? new Date().toISOString().slice(0, 10),
    used,
  };
}
