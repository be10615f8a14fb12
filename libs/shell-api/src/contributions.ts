import type { Item, ItemPatch, NewItem } from "@tessera/contracts-items/items.ts";
import type { Word } from "@tessera/contracts-items/words/words.ts";
import type { QueueEntry } from "@tessera/contracts-queue/queue.ts";
import type { ComponentType, ReactNode } from "react";

/** Code of a contribution, fetched from the remote that owns it when it is first needed. */
export interface Lazy<T> {
  /** The remote that owns it: `load` and what it gives fail in its name. */
  owner: string;
  /** What `load` gave before; null until then. */
  loaded(): T | null;
  /** @throws Error when neither the remote's release nor its stable one has it; the next call tries again */
  load(): Promise<T>;
}

/** What the part of an open card that belongs to its type gets. */
export interface ItemBodyProps {
  /** The card with what was typed and not saved. */
  item: Item;
  edit(patch: ItemPatch): void;
  /** Resolves once what was typed is saved. */
  saved(): Promise<void>;
}

/** The part of an open card that belongs to its type: reads and edits it. Default export of the manifest's `view`. */
export interface ItemTypeView {
  Body: ComponentType<ItemBodyProps>;
  /** Short facts for the line under the title, in place of the card's age; none keeps the age. */
  facts?(item: Item): ReactNode[];
}

/** How text becomes a card of a type. Default export of the manifest's `capture.module`. */
export interface ItemCapture {
  /** How surely a text is meant as a card of this type, 0–1; the surest type is proposed. */
  recognise(text: string): number;
  itemOf(text: string, tags: string[]): NewItem;
  /** @param words fields that the first line named, when `takesWords`; the text is without them */
  itemOf(text: string, tags: string[], words: readonly Word[]): NewItem;
  /** Words of the first line may be fields beside tags: a due day, a priority, how often it repeats. */
  takesWords?: true;
  /** Why the text cannot be stored as this type, in a sentence; null when it can. */
  problem?(text: string): string | null;
  /** What makes an unsorted capture a card of this type, in place; null when its text cannot become one. */
  convert?(item: Item): ItemPatch | null;
  /** A card of this type as an unsorted capture would have it, for the other types' `convert`. Since 1.6. */
  raw?(item: Item): Item;
  /** Why `convert` gives null, in a sentence. */
  unconvertible?: string;
}

/** A card type that some remote contributes. Icons are the `d` of a path in a box of 20 × 20. */
export interface ItemTypeEntry {
  owner: string;
  type: string;
  icon: string;
  /** The field of `data` that says that a card is done, and the icon then. */
  done?: { field: string; icon: string };
  /** Cards of the type may become another one in place. Since 1.6. */
  convertible?: boolean;
  /**
   * Cards of files become one in place: of these types, where the file is of one of these media types. `convert` is
   * the button, `made` what the card is then. Since 1.9.
   */
  ofFiles?: { types: readonly string[]; mediaTypes: readonly string[]; convert: string; made: string };
  /** The service keeps one card for each original: it cannot be duplicated. Since 1.6. */
  unique?: boolean;
  view: Lazy<ItemTypeView>;
  /** Imports of this kind make cards of the type; the button that shows them says `show`. */
  imported?: { kind: string; show: string };
  /** Words, and the code that makes cards of the type by hand; absent where nobody does. */
  capture?: { label: string; captured: string; order: number; convert?: string; code: Lazy<ItemCapture> };
}

/** More to show of an open queue entry. Default export of the manifest's `view`. */
export interface QueueKindView {
  /** Under the entry's line. */
  Detail: ComponentType<{ entry: QueueEntry }>;
  /** In the pane beside it, where there is room. */
  Context?: ComponentType<{ entry: QueueEntry }>;
}

/** A kind of queue entry that some remote contributes. */
export interface QueueKindEntry {
  owner: string;
  kind: string;
  group: string;
  order: number;
  icon: string;
  open: string;
  accept?: string;
  accepted?: string;
  decline?: string;
  declined?: string;
  why: string;
  acceptFirst?: boolean;
  trouble?: boolean;
  view?: Lazy<QueueKindView>;
}

/** A section of the settings that some remote contributes. */
export interface SettingsEntry {
  owner: string;
  id: string;
  path: string;
  title: string;
  line: string;
  icon: string;
  order: number;
  access: "everyone" | "administrator";
  /** The whole pane beside the list. */
  pane: Lazy<ComponentType>;
}

/** Cards that a question is about, as the page that shows them knows them. */
export interface CardsToAsk {
  of: "card" | "selection" | "search";
  cards: readonly { id: string; title: string }[];
  /** How many there are: those of a search may not all be loaded. */
  total: number;
}

/** Opens what a person asks about cards with. Default export of the manifest's `ask.module`. Since 1.8. */
export type AskAbout = (cards: CardsToAsk) => Promise<void>;

/** What the remotes of this page contribute to each other. The lists never change while a page lives. Since 1.2. */
export interface Contributions {
  itemTypes: readonly ItemTypeEntry[];
  queueKinds: readonly QueueKindEntry[];
  settings: readonly SettingsEntry[];
  itemType(type: string): ItemTypeEntry | undefined;
  queueKind(kind: string): QueueKindEntry | undefined;
  /**
   * Null where no area answers questions about cards. `command` asks about all of them: where cards are shown, its keys
   * ask about these. Since 1.8.
   */
  ask: (Lazy<AskAbout> & { command: string }) | null;
  /** A contribution threw: logged, and reported with the release of its owner. */
  report(owner: string, error: unknown): void;
}
