import { type ConditionOf, conditionOf, RuleOperator, RuleStage } from "@tessera/contracts-core/conditions.ts";
import { z } from "zod";
import { ItemType, Tag } from "./items.ts";
import {
  MAX_CONDITION_DEPTH,
  MAX_OPERAND_LENGTH,
  MAX_RULE_ACTIONS,
  MAX_RULE_COMPARISONS,
  MAX_RULE_NAME_LENGTH,
  MAX_RULE_TASK_LENGTH,
  MAX_SNOOZE_DAYS,
  MAX_SNOOZE_HOURS,
  MAX_TAGS,
} from "./limits.ts";

/**
 * What a rule compares of a card. `text`: the beginning of what it says. `site`: the host of its address, no "www.".
 * `sender`: the address that a mail came from; `senderName`: the name beside it. `source`: how it came in. `fileKind`:
 * what a file is, in words, such as "PDF".
 */
export const CardField = z.enum([
  ...["type", "title", "text", "site", "address", "sender", "senderName", "tags", "source", "fileName", "fileKind"],
] as const);
export type CardField = z.infer<typeof CardField>;

const Text = z.string().max(MAX_OPERAND_LENGTH);
export const CardComparison = z
  .strictObject({
    field: CardField,
    is: RuleOperator,
    value: z.union([Text, z.array(Text).max(MAX_RULE_COMPARISONS)]),
  })
  .meta({ id: "CardRuleComparison" });
export type CardComparison = z.infer<typeof CardComparison>;

/**
 * All of a list, any of it, or one comparison; four levels at most. Texts are compared without case and accents; what
 * one contains may be a regular expression, written `~/…/`.
 */
export const CardCondition = conditionOf(CardComparison, {
  ...{ levels: MAX_CONDITION_DEPTH, parts: MAX_RULE_COMPARISONS, id: "CardRuleCondition" },
});
export type CardCondition = ConditionOf<CardComparison>;

export const CardPriority = z.enum(["none", "low", "medium", "high"]);
/**
 * What a rule does. `priority` concerns tasks alone. `status` takes cards out of the inbox; what is done or in the
 * trash stays there.
 */
export const CardAction = z.union([
  z.strictObject({ addTags: z.array(Tag).min(1).max(MAX_TAGS) }),
  z.strictObject({ removeTags: z.array(Tag).min(1).max(MAX_TAGS) }),
  z.strictObject({ priority: CardPriority }),
  z.strictObject({ pinned: z.literal(true) }),
  z.strictObject({ status: z.enum(["later", "archived"]) }),
]);
export type CardAction = z.infer<typeof CardAction>;

const At = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
export const Weekday = z.enum(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]);
export type Weekday = z.infer<typeof Weekday>;
/** Until when a rule snoozes a card, counted from its run: hours later, or "09:00" of a day by the person's clock. */
export const CardSnooze = z
  .union([
    z.strictObject({ hours: z.int().min(1).max(MAX_SNOOZE_HOURS) }),
    z.strictObject({ days: z.int().min(1).max(MAX_SNOOZE_DAYS), at: At }),
    /** The next of these days, a week later where it is today. */
    z.strictObject({ weekday: Weekday, at: At }),
  ])
  .meta({ id: "CardSnooze" });
export type CardSnooze = z.infer<typeof CardSnooze>;

/**
 * An agent that is given each new card that meets the rule, once. Existing cards are not given when a rule is applied
 * to them, and what an agent itself made or changed never starts it again.
 */
export const CardRuleAgent = z
  .strictObject({ agentId: z.uuid(), task: z.string().trim().min(1).max(MAX_RULE_TASK_LENGTH) })
  .meta({ id: "CardRuleAgent" });
export type CardRuleAgent = z.infer<typeof CardRuleAgent>;
const agent = CardRuleAgent.nullable();
/** Puts off what waits and was never snoozed; after the actions. */
const snooze = CardSnooze.nullable();
/** The type that it gives what is a type of its own, once for a card; before the actions. */
const convert = ItemType.nullable();

const content = {
  name: z.string().trim().min(1).max(MAX_RULE_NAME_LENGTH),
  /** `pre` before all others, `post` after them. */
  stage: RuleStage,
  condition: CardCondition,
  actions: z.array(CardAction).min(1).max(MAX_RULE_ACTIONS),
  enabled: z.boolean(),
};

export const CardRule = z
  .object({
    id: z.uuid(),
    ...content,
    ...{ agent: agent.optional(), snooze: snooze.optional(), convert: convert.optional() },
    /** More specific rules run later and have the last word. */
    specificity: z.int(),
    /** Cards that it changed in the last 30 days. */
    changed: z.int(),
    version: z.int(),
  })
  .meta({ id: "CardRule" });
export type CardRule = z.infer<typeof CardRule>;
/** In the order in which they run. */
export const CardRuleList = z.object({ items: z.array(CardRule) }).meta({ id: "CardRuleList" });
export type CardRuleList = z.infer<typeof CardRuleList>;

export const NewCardRule = z
  .strictObject({
    ...{ ...content, stage: RuleStage.default(null), enabled: z.boolean().default(true), agent: agent.default(null) },
    ...{ snooze: snooze.default(null), convert: convert.default(null) },
  })
  .meta({ id: "NewCardRule" });
export type NewCardRule = z.input<typeof NewCardRule>;
export const CardRulePatch = z
  .strictObject({ ...content, agent, snooze, convert })
  .partial()
  .meta({ id: "CardRulePatch" });
export type CardRulePatch = z.input<typeof CardRulePatch>;

/** Newest first. Saving one of them again makes a new version. */
export const CardRuleVersions = z
  .object({
    items: z.array(
      z.object({
        ...{ version: z.int(), ...content, at: z.iso.datetime() },
        ...{ agent: agent.optional(), snooze: snooze.optional(), convert: convert.optional() },
      }),
    ),
  })
  .meta({ id: "CardRuleVersions" });
export type CardRuleVersions = z.infer<typeof CardRuleVersions>;

/** What a rule sets of a card. A `tag` was added where `before` is null, and removed where `after` is. */
export const CardTarget = z.enum(["tag", "status", "pinned", "priority"]);
const setting = {
  field: CardTarget,
  /** What else a rule sets, "snoozeUntil" or "type"; `field` then says nothing. */
  target: z.string().optional(),
  before: z.union([z.string(), z.boolean()]).nullable(),
  after: z.union([z.string(), z.boolean()]).nullable(),
};
export const CardSetting = z.object(setting).meta({ id: "CardSetting" });
export type CardSetting = z.infer<typeof CardSetting>;

/** What a draft would make of the cards that there are; `id`: the rule that it replaces. */
export const CardRuleTrial = z
  .strictObject({ id: z.uuid().nullable().default(null), draft: NewCardRule })
  .meta({ id: "CardRuleTrial" });
export type CardRuleTrial = z.input<typeof CardRuleTrial>;
/** `contradicts`: cards with a value that a person set; a run leaves those as they are. */
export const CardRuleTried = z
  .object({
    looked: z.int(),
    met: z.int(),
    changes: z.int(),
    contradicts: z.int(),
    /** The newest MAX_TRIED_SHOWN that it would change or contradict. */
    items: z.array(
      z.object({
        id: z.uuid(),
        type: ItemType,
        title: z.string(),
        changes: z.array(CardSetting),
        contradicts: z.array(CardSetting),
      }),
    ),
  })
  .meta({ id: "CardRuleTried" });
export type CardRuleTried = z.infer<typeof CardRuleTried>;

/** What a rule set of a card, newest first; of one card, of one rule, or of both. */
export const CardEffectQuery = z.strictObject({ item: z.uuid().optional(), rule: z.uuid().optional() });
export type CardEffectQuery = z.infer<typeof CardEffectQuery>;
export const CardEffect = z
  .object({
    id: z.uuid(),
    rule: z.object({ id: z.uuid(), name: z.string(), version: z.int() }),
    card: z.object({ id: z.uuid(), type: ItemType, title: z.string() }),
    ...setting,
    at: z.iso.datetime(),
    /** Whether the card has the value still, so that it can be reverted. */
    stands: z.boolean(),
  })
  .meta({ id: "CardEffect" });
export type CardEffect = z.infer<typeof CardEffect>;
/** The newest MAX_EFFECTS. */
export const CardEffects = z.object({ items: z.array(CardEffect) }).meta({ id: "CardEffects" });
export type CardEffects = z.infer<typeof CardEffects>;

/** What a run over existing cards changed. `kept`: cards with a value of a person that it would have changed. */
export const CardRuleRan = z.object({ changed: z.int(), kept: z.int() }).meta({ id: "CardRuleRan" });
export type CardRuleRan = z.infer<typeof CardRuleRan>;
/** Cards that have their values of before a run again. */
export const CardRuleUndone = z.object({ reverted: z.int() }).meta({ id: "CardRuleUndone" });
export type CardRuleUndone = z.infer<typeof CardRuleUndone>;
