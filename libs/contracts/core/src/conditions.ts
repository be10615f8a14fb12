import { z } from "zod";

/** How a rule compares a field with what it names; libs/rules says which suit which type of field. */
export const RuleOperator = z.enum([
  ...["is", "isNot", "oneOf", "notOneOf", "contains", "doesNotContain"],
  ...["approximately", "between", "greater", "less"],
] as const);
export type RuleOperator = z.infer<typeof RuleOperator>;

/** Before all other rules, after them, or in between. */
export const RuleStage = z.enum(["pre", "post"]).nullable();
export type RuleStage = z.infer<typeof RuleStage>;

export type ConditionOf<Comparison> =
  | { all: ConditionOf<Comparison>[] }
  | { any: ConditionOf<Comparison>[] }
  | Comparison;

/**
 * The schema of a condition: one comparison, all of a list, or any of it.
 * @param levels of lists in lists @param parts of one list at most @param id of the deepest schema in descriptions
 */
export function conditionOf<Comparison>(
  comparison: z.ZodType<Comparison, Comparison>,
  { levels, parts, id }: { levels: number; parts: number; id: string },
): z.ZodType<ConditionOf<Comparison>, ConditionOf<Comparison>> {
  if (levels === 0) return comparison;
  const list = z.array(conditionOf(comparison, { levels: levels - 1, parts, id })).max(parts);
  return z
    .union([z.strictObject({ all: list }), z.strictObject({ any: list }), comparison])
    .meta({ id: `${id}${levels}` });
}
