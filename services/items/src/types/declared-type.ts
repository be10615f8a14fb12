import { DeclaredItemType } from "@tessera/contracts-items/item-type.ts";
import { FileCardData } from "@tessera/contracts-items/items.ts";
import { z } from "zod";
import { FILE_STEPS } from "./file-text.ts";
import { definePlugin, type ItemContent, type Share, type Shared, type TypePlugin } from "./plugin.ts";
import { withoutEnding } from "./without-ending.ts";

/** A text with the mark in front is as surely of the type as one with the mark of a task. */
const MARKED = 0.9;

/** The plugin of a type that another area declares. @throws Error when the declaration is not one, or has no schema */
export function pluginOf(declaration: unknown): TypePlugin {
  const declared = DeclaredItemType.parse(declaration);
  const { definition, data, textFields, row, titleFields = [], mark, file, given, steps = [] } = declared;
  const fileFields = file ? Object.keys(FileCardData.shape) : [];
  return definePlugin({
    definition,
    data: z.fromJSONSchema(data) as z.ZodType<Record<string, unknown>>,
    embeddingFields: ["title", "body", ...textFields.map((field) => `data.${field}`)],
    getRow: ({ body, data: fields }) =>
      row ? [...textsOf(fields, row), body] : [[body, ...textsOf(fields, textFields)].join("\n")],
    getContent: ({ body, data: fields }) => [body, ...textsOf(fields, textFields)].filter(Boolean).join("\n"),
    getTitleContent: ({ body, data: fields }) =>
      textsOf(fields, titleFields).find(Boolean) || body || withoutEnding(String(fields.fileName ?? "")),
    followUpJobs: [...(file ? Object.keys(FILE_STEPS) : []), ...steps.map(({ name }) => name)],
    serverFields: [...fileFields, ...(given?.fields ?? []), ...steps.flatMap(({ writes }) => writes)],
    longFields: given?.long ?? [],
    given: given?.fields ?? [],
    stepsElsewhere: Object.fromEntries(steps.map(({ name, writes }) => [name, writes])),
    stepsAfterText: steps.flatMap(({ name, afterText }) => (afterText ? name : [])),
    ...(file ? ofFile(file.mediaTypes, fileFields) : {}),
    ...(mark ? { handleShare: (shared: Shared) => shareOf(shared, mark.toLowerCase()) } : {}),
  });
}

const ofFile = (mediaTypes: string[], fields: string[]) => ({
  steps: FILE_STEPS,
  longFields: ["text"],
  file: { takes: (mediaType: string) => mediaTypes.includes(mediaType), fields },
  summary: ({ thumbnail }: Record<string, unknown>) => (typeof thumbnail === "string" ? { icon: thumbnail } : {}),
});

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
