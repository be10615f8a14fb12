import { z } from "zod";
import { MAX_SCOPE_NAMES } from "./scope-words.ts";

const names = <Name extends z.ZodType<string>>(name: Name) =>
  z
    .array(name)
    .max(MAX_SCOPE_NAMES)
    .refine((all) => new Set(all).size === all.length, "must name each once");

/**
 * The cards that an agent sees and changes: of one of the types, with one of the tags. An empty list asks for nothing;
 * one of them names something. A new card gets the first of them where it has none.
 */
export const CardScope = z
  .strictObject({
    types: names(z.string().regex(/^[a-z][a-z0-9-]{0,39}$/)),
    tags: names(z.string().trim().min(1).max(60)),
  })
  .refine(({ types, tags }) => types.length + tags.length > 0, "must name a type or a tag")
  .meta({ id: "AgentCardScope" });
export type CardScope = z.infer<typeof CardScope>;
