import { TypeDefinition } from "@tessera/contracts-items/item-type.ts";
import type { ItemPatch, ItemStatus, ItemSummary, NewItem } from "@tessera/contracts-items/items.ts";
import { z } from "zod";
import type { Step } from "../processing/step.ts";

/** What plugins read of an item. */
export interface ItemContent {
  type: string;
  title: string;
  body: string;
  data: Record<string, unknown>;
  tags: string[];
  sourceUrl: string | null;
}

/** Something shared from outside, before it has a type. */
export interface Shared {
  title?: string;
  text: string;
  url?: string;
  /** A file, which the card will hold; there is no text beside it then. */
  file?: { name: string; mediaType: string; bytes: number };
}
/** A plugin's offer to take a shared thing. */
export interface Share {
  /** How sure the plugin is that the thing is one of its own, 0–1. */
  confidence: number;
  item: Pick<NewItem, "title" | "body" | "data">;
}

/** Server extras of a type; specification §3. */
export interface ServerExtras {
  /**
   * Fields that the embedding is made of; names of item fields, or `data.<key>`. Tags alone that change make no new
   * one.
   */
  embeddingFields: string[];
  getEmbeddingsContent(item: ItemContent): string;
  /** Text that the title is made from when nobody gave one: its first line is taken. */
  getTitleContent(item: ItemContent): string;
  /** Plain text that full-text search reads. */
  getContent(item: ItemContent): string;
  /**
   * What the second line of a row says, most telling first: facts in a few words each, and the text, of which the first
   * lines are taken. What the title says already is left out.
   */
  getRow(item: ItemContent): string[];
  /** Words of others that the card is about; an export writes them before the text. */
  getQuote(item: ItemContent): string;
  /** Its text is no language of people: nobody says which one it is in. */
  isCode: boolean;
  /** Steps that run after an item of this type was processed. */
  followUpJobs: string[];
  /** Steps that run on the parent after a child of it was processed. */
  parentJobs: string[];
  /** No step runs, and no embedding is made. */
  excludeFromProcessing: boolean;
  /** @returns null when the shared thing is not of this type */
  handleShare(shared: Shared): Share | null;
  /** @returns true, or why the mail is refused */
  validateMailItem(mail: ItemContent): true | string;
}

/** A type whose cards are completed by a day, and what the queue tells of one that is due. */
export interface Due {
  /** Kind of the queue entry; the remote that contributes the type contributes its words. */
  kind: string;
  /** Fields of `data` that say that a card is completed, and what they are while it is not. */
  completed: Record<string, unknown>;
  open: Record<string, unknown>;
  /** Fields of `data` that make a card's entry urgent. */
  urgent: Record<string, unknown>;
}

/** A type as the service works with it. */
export interface TypePlugin extends ServerExtras {
  definition: TypeDefinition;
  /** Schema of the whole `data`. */
  data: z.ZodType<Record<string, unknown>>;
  /** Keys of `data` that only the server writes. */
  serverFields: string[];
  /** Keys of `data` that lists never need; kept apart from the row. */
  longFields: string[];
  /** Enrichment steps that the type brings, by name. */
  steps: Record<string, Step>;
  /** Steps that the area of a declared type runs itself, by name, with the fields of `data` that each fills. */
  stepsElsewhere: Record<string, string[]>;
  /** Those of them that run once the words of the card's file are known. */
  stepsAfterText: string[];
  /** Fields of `data` that the area of a declared type gives with its cards; none: it gives no cards. */
  given: string[];
  /** Its cards are made of a file. */
  file: {
    takes(mediaType: string): boolean;
    /** Fields of `data` about the file, which stay when the card becomes another type that is made of one. */
    fields: string[];
  } | null;
  /** What makes two items the same thing, or null: a second one bumps the first. */
  identityOf(item: ItemContent): string | null;
  /** What a card is called beside its title; an unlinked mention is one of these names in another card's text. */
  aliases(item: ItemContent): string[];
  /** The identity of the card that stands for the owner of an email address; null when none can. */
  standsFor(email: string): string | null;
  /** Its cards wait to be given another type: a guess of it is kept in `data.guess`, and an empty one is refused. */
  unsorted: boolean;
  /** What a change of one of a card's own fields and of its status means for the other; laid over the change. */
  settle(
    before: { status: ItemStatus; data: Record<string, unknown> },
    patch: ItemPatch,
  ): Pick<ItemPatch, "status" | "data">;
  /** What a row of a list says beside what every row does; from the short fields of `data`. */
  summary(
    data: Record<string, unknown>,
  ): Pick<ItemSummary, "done" | "priority" | "reminder" | "assignee" | "guess" | "icon">;
  /** Somebody does its cards: `data.assignee` says who. */
  assignable: boolean;
  due: Due | null;
  /**
   * When a card that repeats is due again; null where it is not.
   * @param today the person's day, in their time zone
   * @param how a skipped one keeps its rhythm, whenever it was to be counted from
   */
  next(
    item: { data: Record<string, unknown>; dueAt: string | null },
    today: string,
    timeZone: string,
    how: "completed" | "skipped",
  ): Next | null;
}

export interface Next {
  /** Fields of `data` that change with it; null removes one. */
  data: Record<string, unknown>;
  dueAt: string;
  /** When it is wanted: until then it is snoozed. */
  from: Date;
}

type PluginInput = { definition: z.input<typeof TypeDefinition>; data: z.ZodType<Record<string, unknown>> } & Partial<
  Omit<TypePlugin, "definition" | "data">
>;

/** Completes a plugin with the defaults. @throws ZodError when the definition is wrong */
export function definePlugin({ definition, data, ...extras }: PluginInput): TypePlugin {
  const embeddingFields = extras.embeddingFields ?? ["title", "body"];
  return {
    embeddingFields,
    getEmbeddingsContent: (item) =>
      embeddingFields
        .map((field) => fieldOf(item, field))
        .filter(Boolean)
        .join("\n"),
    getTitleContent: (item) => item.body,
    getContent: (item) => item.body,
    getRow: (item) => [item.body],
    getQuote: () => "",
    isCode: false,
    followUpJobs: [],
    parentJobs: [],
    excludeFromProcessing: false,
    handleShare: () => null,
    validateMailItem: () => true,
    serverFields: [],
    longFields: [],
    steps: {},
    stepsElsewhere: {},
    stepsAfterText: [],
    given: [],
    file: null,
    identityOf: () => null,
    aliases: () => [],
    standsFor: () => null,
    unsorted: false,
    settle: () => ({}),
    summary: () => ({}),
    assignable: false,
    due: null,
    next: () => null,
    ...extras,
    definition: TypeDefinition.parse(definition),
    data,
  };
}

/** A type that nobody declares: its items are kept, shown, filed and edited as they are. */
export const plainPlugin = (type: string): TypePlugin =>
  definePlugin({ definition: { type, label: type }, data: z.record(z.string(), z.unknown()) });

function fieldOf(item: ItemContent, field: string): string {
  const value = field.startsWith("data.")
    ? item.data[field.slice("data.".length)]
    : (item as unknown as Record<string, unknown>)[field];
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "string" ? value : "";
}

/** Whether fields of `data` are as `wanted` has them. */
export const holds = (data: Record<string, unknown>, wanted: Record<string, unknown>): boolean =>
  Object.entries(wanted).every(([field, value]) => data[field] === value);
