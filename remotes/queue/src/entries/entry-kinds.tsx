import { Alert20Regular } from "@fluentui/react-icons/svg/alert";
import type { QueueEntry } from "@tessera/contracts-queue/queue.ts";
import { type QueueKindEntry, shell } from "@tessera/shell-api";
import type { ReactNode } from "react";
import { isWorkedOn } from "./entry-agent.tsx";
import { untilWords } from "./snooze.ts";

/** The words for an entry and its decisions, by the area that contributes its kind. */
export interface EntryKind extends Omit<QueueKindEntry, "owner" | "kind" | "icon" | "why"> {
  icon: ReactNode;
  accept: string;
  accepted: string;
  decline: string;
  declined: string;
  /** Why it is in the queue, in a sentence. */
  why: string;
}

const usual = { accept: "Done", decline: "Dismiss", accepted: "Done", declined: "Dismissed" };

/** An entry of a kind that nobody contributes: its title and line say what it is about. */
const other: EntryKind = {
  ...usual,
  icon: <Alert20Regular />,
  group: "Other matters",
  order: Number.POSITIVE_INFINITY,
  open: "Open",
  why: "Another part of your workspace needs a decision.",
};

const Glyph = ({ path }: { path: string }) => (
  <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
    <path d={path} />
  </svg>
);

export function kindOf(entry: Pick<QueueEntry, "kind">): EntryKind {
  const found = shell().contributions.queueKind(entry.kind);
  return found ? { ...usual, ...found, icon: <Glyph path={found.icon} /> } : other;
}

/** What accepting several entries is called: their own word when they have one in common. */
export function acceptWord(entries: readonly Pick<QueueEntry, "kind">[]): string {
  const words = new Set(entries.map((entry) => kindOf(entry).accept));
  return words.size === 1 ? [...words].join() : usual.accept;
}

/** What was done with several entries: their own word when they have one in common. */
export function decidedWord(entries: readonly Pick<QueueEntry, "kind">[], accepted: boolean): string {
  const words = new Set(entries.map((entry) => kindOf(entry)[accepted ? "accepted" : "declined"]));
  return words.size === 1 ? [...words].join() : usual[accepted ? "accepted" : "declined"];
}

/** How an entry that waits no more was settled. */
export function settledWord({
  kind,
  state,
  decidedBy,
  agent,
}: Pick<QueueEntry, "kind" | "state" | "decidedBy" | "agent">): string {
  const { accepted, declined } = kindOf({ kind });
  const inTime = decidedBy === "expiry" ? "Expired" : null;
  if (state === "closed") return inTime ?? "Resolved";
  const word = state === "accepted" ? accepted : declined;
  if (agent?.state === "decided") return `${word} by ${agent.name ?? "an agent"}`;
  return inTime ? `${inTime}: ${word.toLowerCase()}` : word;
}

/** When an entry expires, and what happens then; null for one that does not expire. */
export function expiryWords(entry: Pick<QueueEntry, "kind" | "expiresAt" | "onExpiry">): string | null {
  if (entry.expiresAt === null) return null;
  const { accepted, declined } = kindOf(entry);
  const then = { accept: accepted, decline: declined, close: "Given up" }[entry.onExpiry];
  return `${then} ${untilWords(new Date(entry.expiresAt))}`;
}

/** The group of an open entry and its order: urgent entries of any kind come first, those that agents have last. */
export const groupOf = (entry: QueueEntry): Pick<EntryKind, "group" | "order"> =>
  isWorkedOn(entry) ? WITH_AGENTS : entry.urgent ? URGENT : (shell().contributions.queueKind(entry.kind) ?? other);
const WITH_AGENTS = { group: "With your agents", order: Number.POSITIVE_INFINITY };
const URGENT = { group: "Urgent", order: Number.NEGATIVE_INFINITY };

/** Entries in the order of their groups; within a group as they came. Not sorted: they may be very many. */
export function byGroup(entries: readonly QueueEntry[]): QueueEntry[] {
  const groups = new Map<string, { group: string; order: number; entries: QueueEntry[] }>();
  for (const entry of entries) {
    const { group, order } = groupOf(entry);
    const key = `${order} ${group}`;
    const known = groups.get(key);
    if (known) known.entries.push(entry);
    else groups.set(key, { group, order, entries: [entry] });
  }
  return [...groups.values()]
    .sort((a, b) => compare(a.order, b.order) || (a.group < b.group ? -1 : a.group > b.group ? 1 : 0))
    .flatMap((group) => group.entries);
}

/** The difference of two infinities is no number. */
const compare = (a: number, b: number) => (a === b ? 0 : a - b);
