import { type ConditionOf, conditionOf, RuleOperator, RuleStage } from "@tessera/contracts-core/conditions.ts";
import { z } from "zod";
import {
  MAX_CONDITION_DEPTH,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_RULE_ACTIONS,
  MAX_RULE_COMPARISONS,
  MAX_SPLITS,
} from "./limits.ts";
import { Transaction } from "./transactions.ts";
import { Act, Amount, Day, Name, Tags, Version } from "./values.ts";

export { RuleOperator, RuleStage };

/**
 * What a rule compares. `payee`: the payee's name. `bank`: how the bank wrote the payee. `amount`: minor units without
 * a sign; `direction`: "in" or "out".
 */
export const RuleField = z.enum([
  ...["payee", "bank", "note", "reference", "amount", "direction", "date", "account", "category", "tags"],
] as const);
export type RuleField = z.infer<typeof RuleField>;
const Text = z.string().max(MAX_NOTE_LENGTH);
const One = z.union([Text, Amount]);
export const RuleComparison = z
  .strictObject({
    field: RuleField,
    is: RuleOperator,
    value: z.union([One, z.array(One).max(MAX_RULE_COMPARISONS)]),
  })
  .meta({ id: "FinanceRuleComparison" });
export type RuleComparison = z.infer<typeof RuleComparison>;

/** All of a list, any of it, or one comparison; four levels at most. */
export const RuleCondition = conditionOf(RuleComparison, {
  ...{ levels: MAX_CONDITION_DEPTH, parts: MAX_RULE_COMPARISONS, id: "FinanceRuleCondition" },
});
export type RuleCondition = ConditionOf<RuleComparison>;

/**
 * What a rule does. `split` takes shares in percent that add up to 100; the last part takes what rounding leaves. It
 * leaves transactions that are split already as they are.
 */
export const RuleAction = z.union([
  z.strictObject({ category: z.uuid().nullable() }),
  z.strictObject({ payee: Name }),
  z.strictObject({ note: z.string().trim().min(1).max(MAX_NOTE_LENGTH) }),
  z.strictObject({ addTags: Tags.min(1) }),
  z.strictObject({
    split: z
      .array(z.strictObject({ percent: z.int().min(1).max(99), categoryId: z.uuid().nullable() }))
      .min(2)
      .max(MAX_SPLITS),
  }),
]);
export type RuleAction = z.infer<typeof RuleAction>;

const content = {
  name: z.string().trim().min(1).max(MAX_NAME_LENGTH),
  /** `pre` before all others, `post` after them. */
  stage: RuleStage,
  condition: RuleCondition,
  actions: z.array(RuleAction).min(1).max(MAX_RULE_ACTIONS),
  enabled: z.boolean(),
};

export const FinanceRule = z
  .object({
    id: z.uuid(),
    ...content,
    /** More specific rules run later and have the last word. */
    specificity: z.int(),
    /** Why it does not run any more, for example as its category was deleted; null when it runs. */
    fault: z.string().nullable(),
    /** Fields of transactions that it set. */
    set: z.int(),
    version: Version,
  })
  .meta({ id: "FinanceRule" });
export type FinanceRule = z.infer<typeof FinanceRule>;
/** In the order in which they run. */
export const RuleList = z.object({ items: z.array(FinanceRule) }).meta({ id: "FinanceRuleList" });
export type RuleList = z.infer<typeof RuleList>;

export const NewRule = z
  .strictObject({ ...content, stage: RuleStage.default(null), enabled: z.boolean().default(true) })
  .meta({ id: "NewFinanceRule" });
export type NewRule = z.input<typeof NewRule>;
export const RulePatch = z.strictObject(content).partial().meta({ id: "FinanceRulePatch" });
export type RulePatch = z.input<typeof RulePatch>;
export const RuleChanged = Act.extend({ rule: FinanceRule }).meta({ id: "FinanceRuleChanged" });
export type RuleChanged = z.infer<typeof RuleChanged>;

/** Newest first. Saving one of them again makes a new version. */
export const RuleVersions = z
  .object({ items: z.array(z.object({ version: Version, ...content, at: z.iso.datetime() })) })
  .meta({ id: "FinanceRuleVersions" });
export type RuleVersions = z.infer<typeof RuleVersions>;

/** What a rule would make of the past; `id`: the rule that the draft replaces. */
export const RuleTrial = z
  .strictObject({ id: z.uuid().nullable().default(null), draft: NewRule })
  .meta({ id: "FinanceRuleTrial" });
export type RuleTrial = z.input<typeof RuleTrial>;

export const RuleTarget = z.enum(["category", "payee", "note", "tags", "split"]);
export type RuleTarget = z.infer<typeof RuleTarget>;
/** `contradicts`: values that a person set; a run leaves them as they are. */
export const RuleTried = z
  .object({
    looked: z.int(),
    met: z.int(),
    changes: z.int(),
    contradicts: z.int(),
    /** The newest 50 that it would change or contradict. */
    items: z.array(
      z.object({ transaction: Transaction, changes: z.array(RuleTarget), contradicts: z.array(RuleTarget) }),
    ),
  })
  .meta({ id: "FinanceRuleTried" });
export type RuleTried = z.infer<typeof RuleTried>;

/** Runs rules over the past; with `rule` only what this one sets is written. */
export const RuleRun = z.strictObject({ rule: z.uuid().nullable().default(null) }).meta({ id: "FinanceRuleRun" });
export type RuleRun = z.input<typeof RuleRun>;
/** `kept`: transactions with a value of a person that rules would have changed. */
export const RuleRan = Act.extend({ changed: z.int(), kept: z.int() }).meta({ id: "FinanceRuleRan" });
export type RuleRan = z.infer<typeof RuleRan>;

/** A rule that what a person categorised suggests: the payee always had this category. */
export const RuleSuggestion = z.object({
  payee: z.object({ id: z.uuid(), name: z.string() }),
  categoryId: z.uuid(),
  /** Transactions that the person categorised so. */
  times: z.int(),
  newest: Day,
});
export type RuleSuggestion = z.infer<typeof RuleSuggestion>;
/** Those with most transactions first; 20 at most. */
export const RuleSuggestions = z.object({ items: z.array(RuleSuggestion) }).meta({ id: "FinanceRuleSuggestions" });
export type RuleSuggestions = z.infer<typeof RuleSuggestions>;
export const RefuseSuggestion = z
  .strictObject({ payeeId: z.uuid(), categoryId: z.uuid() })
  .meta({ id: "RefuseFinanceRuleSuggestion" });
export type RefuseSuggestion = z.infer<typeof RefuseSuggestion>;
