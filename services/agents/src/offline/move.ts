import type { ToolName } from "@tessera/contracts-agents/tool-names.ts";
import type { Turn, Used } from "./turn.ts";

export interface Wanted {
  name: ToolName;
  arguments: Record<string, unknown>;
}

/** What to do next: use tools, or end with an answer in Markdown. */
export type Move = { use: Wanted[] } | { answer: string };

export const use = (name: ToolName, values: Record<string, unknown>): Move => ({
  use: [{ name, arguments: values }],
});

export const usesOf = ({ used }: Turn, name: ToolName): Used[] => used.filter((one) => one.name === name);

/** A list in a tool's output. */
export const listIn = (output: Record<string, unknown> | null | undefined, name: string) =>
  (Array.isArray(output?.[name]) ? output[name] : []) as Record<string, unknown>[];

export const textIn = (record: Record<string, unknown> | null | undefined, name: string): string => {
  const value = record?.[name];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
};

export const pathOf = (card: Record<string, unknown>) => `/items/${textIn(card, "type")}/${textIn(card, "id")}`;
