import { z } from "zod";

/**
 * Who set a value of a card: its person, an agent's run, an assistant with an API token, a rule, or the server (what a
 * page or a file says, or a date that repeats).
 */
export const Setter = z.enum(["person", "agent", "assistant", "rule", "server"]);
export type Setter = z.infer<typeof Setter>;

/** A value that was set after the card came in, by whom, and what it was before. */
export const ValueSetter = z.object({
  field: z.string().describe('"title", "status", "dueAt" …, "data." and a field, or "tag:" and a tag without case'),
  by: Setter,
  device: z.string().optional().describe("of the person"),
  run: z.uuid().optional().describe("of the agent"),
  rule: z.object({ id: z.uuid(), name: z.string() }).optional(),
  at: z.iso.datetime(),
  before: z.unknown().describe("null: it had none"),
  revertible: z.boolean().describe("a change of the card to `before` is one that a person may make"),
});
export type ValueSetter = z.infer<typeof ValueSetter>;

/** Newest first. What is not named was set as the card came in. */
export const ValueSetters = z.object({ items: z.array(ValueSetter) }).meta({ id: "ValueSetters" });
export type ValueSetters = z.infer<typeof ValueSetters>;
