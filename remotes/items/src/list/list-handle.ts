import type { ItemStatus, ItemSummary } from "@tessera/contracts-items/items.ts";
import type { RefObject } from "react";

/** What the list does for the card that is shown beside it, so that triage moves on to the next card from either. */
export interface ListHandle {
  /** Completes cards, or opens them again when all of them are done. */
  toggleDone(rows: ItemSummary[]): Promise<void>;
  setStatus(status: ItemStatus, rows: ItemSummary[]): Promise<void>;
  snooze(rows: ItemSummary[]): Promise<void>;
  /** Moves what can be due by a day to another one. */
  reschedule(rows: ItemSummary[]): Promise<void>;
  /** Gives what somebody can do to a person or an agent. */
  assign(rows: ItemSummary[]): Promise<void>;
  wake(rows: ItemSummary[]): Promise<void>;
  tag(rows: ItemSummary[]): Promise<void>;
  /** Pins them, or unpins them when the first is pinned. */
  pin(rows: ItemSummary[]): Promise<void>;
  toggleUnread(rows: ItemSummary[]): Promise<void>;
  /** Asks where they go: to another section, or up and down. */
  moveTo?(rows: ItemSummary[]): Promise<void>;
  remove(rows: ItemSummary[]): Promise<void>;
  tryAgain(rows: ItemSummary[]): Promise<void>;
  convert(row: ItemSummary): Promise<void>;
  duplicate(row: ItemSummary): Promise<void>;
}
export type ListHandleRef = RefObject<ListHandle | null>;
