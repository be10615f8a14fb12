import { fileKind } from "@tessera/contracts-items/file-kind.ts";
import type { ItemStatus } from "@tessera/contracts-items/items.ts";
import { MAX_RULE_TEXT } from "@tessera/contracts-items/limits.ts";
import type { CardAction, CardField, CardSetting, CardSnooze } from "@tessera/contracts-items/rules.ts";
import type { Area, Field, Outcome } from "@tessera/rules";
import { ProblemException } from "@tessera/service-kit";
import { convert } from "../items/convert.ts";
import { checkData } from "../items/item-input.ts";
import { mergeTags, normaliseTags, tagKey } from "../text/tags.ts";
import { hostOf } from "../types/bookmark/address.ts";
import type { ItemContent, TypePlugin } from "../types/plugin.ts";
import type { TypeRegistry } from "../types/registry.ts";
import { snoozedUntil } from "./snoozed-until.ts";

type TagField = `tag:${string}`;

/** What rules know of a card, and what they set. */
export interface CardFacts {
  /** A tag of the card, by its key, as it is spelled; null once it was removed. */
  [field: TagField]: string | null;
  type: string;
  title: string;
  text: string;
  site: string | null;
  address: string | null;
  sender: string | null;
  senderName: string | null;
  source: string;
  fileName: string | null;
  fileKind: string | null;
  tags: string[];
  /** Whether it was in Inbox or Later before any rule. */
  waits: boolean;
  status: ItemStatus;
  pinned: boolean;
  /** Null where cards of the type have none. */
  priority: string | null;
  /** ISO 8601. */
  snoozeUntil: string | null;
  /** Whether it was snoozed before any rule. */
  wasSnoozed: boolean;
  /** What it would be as another type; null where it cannot become it. */
  become: (type: string) => Pick<CardFacts, "type" | "priority"> | null;
  moment: RuleMoment;
}

/** When rules run, as the person's clock says. */
export interface RuleMoment {
  now: Date;
  zone: string;
}

/** What the facts are made of. */
export interface Known extends ItemContent {
  source: string;
  status: ItemStatus;
  pinned: boolean;
  titleSource: string;
  /** ISO 8601; null: it was never snoozed. */
  snoozeUntil?: string | null;
  /** Whether a rule gave it another type already. */
  isConverted?: boolean;
}

const fields: Record<CardField, Field<CardFacts>> = {
  type: { type: "id", of: ({ type }) => type },
  title: { type: "text", of: ({ title }) => title },
  text: { type: "text", of: ({ text }) => text },
  site: { type: "text", of: ({ site }) => site },
  address: { type: "text", of: ({ address }) => address },
  sender: { type: "text", of: ({ sender }) => sender },
  senderName: { type: "text", of: ({ senderName }) => senderName },
  tags: { type: "tags", of: ({ tags }) => tags },
  source: { type: "id", of: ({ source }) => source },
  fileName: { type: "text", of: ({ fileName }) => fileName },
  fileKind: { type: "text", of: ({ fileKind: kind }) => kind },
};

/** What rules do, as the engine takes it. */
export type RuleAct = CardAction | { snooze: CardSnooze } | { convert: string };

/** What the engine has to know of cards. Each tag is a value of its own: two rules may each add one. */
export const area: Area<CardFacts, RuleAct> = {
  fields,
  effect,
  same: (field, a, b) => {
    if (field === "tags") return true;
    return isTag(field) ? (a ?? null) === null && (b ?? null) === null : a === b;
  },
};

const isTag = (field: string): field is TagField => field.startsWith("tag:");
const tagField = (tag: string): TagField => `tag:${tagKey(tag)}`;

function effect(facts: CardFacts, action: RuleAct): Partial<CardFacts> {
  if ("addTags" in action) {
    const missing = normaliseTags(action.addTags).filter((tag) => (facts[tagField(tag)] ?? null) === null);
    const tags = mergeTags(facts.tags, missing);
    return tagsSet(
      tags,
      missing.filter((tag) => tags.includes(tag)).map((tag) => [tagField(tag), tag]),
    );
  }
  if ("removeTags" in action) {
    const gone = new Set(normaliseTags(action.removeTags).map(tagKey));
    const [kept, removed] = [true, false].map((stays) => facts.tags.filter((tag) => gone.has(tagKey(tag)) !== stays));
    return tagsSet(
      kept!,
      removed!.map((tag) => [tagField(tag), null]),
    );
  }
  if ("priority" in action) return facts.priority === null ? {} : { priority: action.priority };
  if ("pinned" in action) return { pinned: action.pinned };
  if ("convert" in action) return (facts.type !== action.convert && facts.become(action.convert)) || {};
  if ("snooze" in action) {
    const { now, zone } = facts.moment;
    return facts.waits && !facts.wasSnoozed ? { snoozeUntil: snoozedUntil(action.snooze, now, zone) } : {};
  }
  return facts.waits ? { status: action.status } : {};
}

const tagsSet = (tags: string[], set: [TagField, string | null][]): Partial<CardFacts> => ({
  tags,
  ...Object.fromEntries(set),
});

const text = (value: unknown) => (typeof value === "string" && value ? value : null);

/** @param registry the types that the card may become; none where it stays what it is */
export function factsOf(plugin: TypePlugin, card: Known, moment: RuleMoment, registry?: TypeRegistry): CardFacts {
  const { data } = card;
  const address = text(data.url) ?? card.sourceUrl;
  const [sender] = (Array.isArray(data.from) ? data.from : []) as { name?: unknown; address?: unknown }[];
  const fileName = text(data.fileName);
  return {
    ...Object.fromEntries(card.tags.map((tag) => [tagField(tag), tag])),
    ...{ type: card.type, title: card.title, source: card.source, tags: card.tags },
    text: [card.body, text(data.description)].filter(Boolean).join("\n").slice(0, MAX_RULE_TEXT),
    ...{ site: address && hostOf(address), address, fileName },
    ...{ sender: text(sender?.address), senderName: text(sender?.name) },
    fileKind: fileName && fileKind(String(data.mediaType ?? ""), fileName),
    ...{ waits: card.status === "inbox" || card.status === "later", status: card.status, pinned: card.pinned },
    priority: priorityOf(plugin, data),
    snoozeUntil: card.snoozeUntil ?? null,
    wasSnoozed: Boolean(card.snoozeUntil),
    become: (type) => {
      const to = registry && !card.isConverted ? registry.find(type) : undefined;
      if (!to || !becomes(plugin, card, to)) return null;
      return { type, priority: type === card.type ? priorityOf(plugin, data) : priorityOf(to, {}) };
    },
    moment,
  };
}

const priorityOf = ({ definition }: TypePlugin, data: Record<string, unknown>): string | null =>
  "priority" in definition.defaultData ? String(data.priority ?? "none") : null;

/** Whether a card can be given another type, as far as its beginning says. */
function becomes(plugin: TypePlugin, card: Known, to: TypePlugin): boolean {
  // Of a type that it had before other rules it is again what it was.
  if (to.definition.type === card.type) return true;
  try {
    checkData(to, convert(plugin, card, to).data);
    return true;
  } catch (error) {
    if (error instanceof ProblemException) return false;
    throw error;
  }
}

/** Whether rules would read the same of two cards. */
export const sameInput = (a: CardFacts, b: CardFacts): boolean =>
  Object.values(fields).every(({ of }) => JSON.stringify(of(a)) === JSON.stringify(of(b)));

/** What a rule makes of a card, and which version of which rule. */
export interface Setting extends Pick<CardSetting, "before" | "after"> {
  field: CardSetting["field"] | "snoozeUntil" | "type";
  rule: string;
  version: number;
}

/** As the contract says it: fields that pages of before do not know are targets. */
export const shownSetting = ({ field, before, after }: Pick<Setting, "field" | "before" | "after">): CardSetting =>
  field === "snoozeUntil" || field === "type"
    ? { field: "status", target: field, before, after }
    : { field, before, after };

/** What an outcome sets: what may be written, and what a person set otherwise. */
export function settingsOf(facts: CardFacts, outcome: Outcome<CardFacts>, byHand: ReadonlySet<string>) {
  const [settings, kept]: [Setting[], Setting[]] = [[], []];
  const isConverted = outcome.by.type !== undefined && !byHand.has("type");
  for (const [field, by] of Object.entries(outcome.by) as [
    keyof CardFacts & string,
    Outcome<CardFacts>["by"][TagField],
  ][]) {
    // A priority comes and goes with the type.
    const { priority, status } = outcome.patch;
    if (
      field === "priority" &&
      (priority === null || (facts.priority === null && !(isConverted && priority !== "none")))
    )
      continue;
    // What is archived does not come back.
    if (field === "snoozeUntil" && status === "archived" && !byHand.has("status")) continue;
    (isPersonal(field, byHand) ? kept : settings).push({
      field: isTag(field) ? "tag" : (field as Setting["field"]),
      before: (facts[field as TagField] ?? null) as Setting["before"],
      after: (outcome.patch[field as TagField] ?? null) as Setting["after"],
      ...{ rule: by!.rule, version: by!.version },
    });
  }
  return { settings, kept };
}

const isPersonal = (field: string, byHand: ReadonlySet<string>): boolean => {
  if (!isTag(field)) return byHand.has(field);
  const key = field.slice("tag:".length);
  return byHand.has(`+${key}`) || byHand.has(`-${key}`);
};

/** What a person gave a new card, as migration 140 keeps it; what is as usual, nobody gave. */
export const givenOf = ({ tags, status, pinned, data }: Known): string[] => [
  ...tags.map((tag) => `+${tagKey(tag)}`),
  ...(status === "inbox" ? [] : ["status"]),
  ...(pinned ? ["pinned"] : []),
  ...((data.priority ?? "none") === "none" ? [] : ["priority"]),
];

/**
 * What a person set of a stored card; on one from before this was known, all that is not as usual once it was changed.
 */
export const byHandOf = (card: Known & { by_hand: string[] | null; version: number }): ReadonlySet<string> =>
  new Set(card.by_hand ?? (card.version > 1 ? givenOf(card) : []));

/** A card with what rules set beside another type. */
export function withSettings<Card extends Pick<Known, "tags" | "status" | "pinned" | "data">>(
  card: Card,
  settings: readonly Setting[],
): Card {
  const set = Object.fromEntries(settings.map(({ field, after }) => [field, after]));
  const tags = settings.filter(({ field }) => field === "tag");
  const gone = new Set(tags.flatMap(({ before, after }) => (after === null ? tagKey(String(before)) : [])));
  return {
    ...card,
    tags: mergeTags(
      card.tags.filter((tag) => !gone.has(tagKey(tag))),
      tags.flatMap(({ after }) => (after === null ? [] : String(after))),
    ),
    status: (set.status as ItemStatus | undefined) ?? card.status,
    pinned: (set.pinned as boolean | undefined) ?? card.pinned,
    data: set.priority === undefined ? card.data : { ...card.data, priority: set.priority },
  };
}

/** What is written to a card as it is, and what it gets with another type. */
export function apart(settings: readonly Setting[]): { plain: Setting[]; conversion: Setting[] } {
  const isConverted = settings.some(({ field }) => field === "type");
  const goesAlong = ({ field }: Setting) => isConverted && (field === "type" || field === "priority");
  return { plain: settings.filter((one) => !goesAlong(one)), conversion: settings.filter(goesAlong) };
}

const hasTag = (tags: readonly string[], tag: unknown) => tags.some((one) => tagKey(one) === tagKey(String(tag)));

/** Whether a card has the value that a rule set. */
export const stillSet = (
  card: Record<Exclude<Setting["field"], "tag">, unknown> & { tags: readonly string[] },
  { field, before, after }: Pick<Setting, "field" | "before" | "after">,
): boolean => {
  if (field !== "tag") return card[field] === after;
  return after === null ? !hasTag(card.tags, before) : hasTag(card.tags, after);
};
