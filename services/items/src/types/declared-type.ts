import { DeclaredItemType } from "@tessera/contracts-items/item-type.ts";
import { z } from "zod";
import { definePlugin, type ItemContent, type Share, type Shared, type TypePlugin } from "./plugin.ts";

/** A text with the mark in front is as surely of the type as one with the mark of a task. */
const MARKED = 0.9;

/** The plugin of a type that another area declares. @throws Error when the declaration is not one, or has no schema */
export function pluginOf(declaration: unknown): TypePlugin {
  const { definition, data, textFields, row, mark, steps = [] } = DeclaredItemType.parse(declaration);
  return definePlugin({
    definition,
    data: z.fromJSONSchema(data) as z.ZodType<Record<string, unknown>>,
    embeddingFields: ["title", "body", ...textFields.map((field) => `data.${field}`)],
    getRow: ({ body, data: fields }) =>
      row ? [...textsOf(fields, row), body] : [[body, ...textsOf(fields, textFields)].join("\n")],
    getContent: ({ body, data: fields }) => [body, ...textsOf(fields, textFields)].filter(Boolean).join("\n"),
    followUpJobs: steps.map(({ name }) => name),
    serverFields: steps.flatMap(({ writes }) => writes),
    stepsElsewhere: Object.fromEntries(steps.map(({ name, writes }) => [name, writes])),
    ...(mark ? { handleShare: (shared: Shared) => shareOf(shared, mark.toLowerCase()) } : {}),
  });
}

const textsOf = (data: ItemContent["data"], fields: string[]): string[] =>
  fields
    .flatMap((field) => data[field])
    .filter((value) => typeof value === "string" || typeof value === "number")
    .map(String);

/** The first line without the mark is the title, the rest the body. */
function shareOf({ title, text }: Shared, mark: string): Share | null {
  const [first = "", ...rest] = text.trimStart().split("\n");
  if (!first.toLowerCase().startsWith(mark)) return null;
  const item = { title: title ?? first.slice(mark.length).trim(), body: rest.join("\n"), data: {} };
  return { confidence: MARKED, item };
}
