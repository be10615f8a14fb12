import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import type { QueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items, keys } from "../api.ts";
import { announce } from "../list/announce.ts";
import type { NamedChange } from "../list/use-list-actions.ts";
import { keepUndo, undoLast } from "../triage/undo.ts";
import { DONE, naming, type Offer } from "../triage/use-triage.ts";
import { readSpoken, type Spoken } from "./read-spoken.ts";

/** A change that was made of what was said. */
export interface SpokenChip {
  id: number;
  /** "Snoozed until Mon, 30 Nov, 09:00" */
  label: string;
  undo: () => Promise<void>;
}

/** What became of what was said. */
export interface SpokenAnswer {
  /** The cards that it was said of: “Title”, or how many. */
  cards: string;
  chips: readonly SpokenChip[];
  /** What nothing was done about, a sentence each. */
  notes: readonly string[];
}

let made = 0;

interface Doing {
  client: QueryClient;
  /** The cards that are meant. */
  on: readonly ItemSummary[];
  changeAll: (on: readonly ItemSummary[], changes: readonly NamedChange[], offer: Offer) => readonly ItemSummary[];
  /** A change was taken back, or refused. */
  onGone: (chip: SpokenChip) => void;
}

/**
 * Does what was said of cards.
 * @returns what to show, the cards as they are then, and what was said of a command that lacks its second half
 */
export async function doSpoken(
  text: string,
  { client, on, changeAll, onGone }: Doing,
): Promise<{ answer: SpokenAnswer; on: readonly ItemSummary[]; open: string }> {
  const spoken = readSpoken(text, await regionOf(client));
  if (spoken.undo) await undoLast();
  const changes = on.length > 0 ? changesOf(spoken, on) : [];
  const chips: SpokenChip[] = [];
  const offer: Offer = (label, run, ids, done) => {
    const chip: SpokenChip = {
      id: ++made,
      label: label.slice(0, label.lastIndexOf(": ")),
      undo: keepUndo(
        label,
        () => {
          onGone(chip);
          return run();
        },
        ids,
        done,
      ),
    };
    done.catch(() => onGone(chip));
    chips.push(chip);
  };
  const after = changes.length > 0 ? changeAll(on, changes, offer) : on;
  const notes = notesOf(spoken, on);
  const cards = on.length > 0 ? naming(on) : "";
  announce([...chips.map(({ label }) => `${label}: ${cards}`), ...notes].join(". "));
  return { answer: { cards, chips, notes }, on: after, open: spoken.open };
}

/** What times and tags mean here and now. */
export async function regionOf(client: QueryClient) {
  const { timeZone, locale } = shell().preferences.get();
  const tags = await client
    .fetchQuery({ queryKey: keys.tags, queryFn: ({ signal }) => items.tags(signal), staleTime: 30_000 })
    .then((known) => known.map(({ tag }) => tag))
    // Without a connection tags are taken as they were said.
    .catch(() => []);
  return { now: new Date(), timeZone: timeZone || undefined, locale: locale || undefined, tags };
}

function changesOf({ addTags, removeTags, pinned, due, snooze, status, reopen }: Spoken, on: readonly ItemSummary[]) {
  const changes: NamedChange[] = [];
  const list = (tags: readonly string[]) => tags.map((tag) => `“${tag}”`).join(", ");
  if (addTags.length + removeTags.length > 0) {
    const done = [addTags.length && `Tagged ${list(addTags)}`, removeTags.length && `Untagged ${list(removeTags)}`];
    changes.push({ change: { addTags, removeTags }, done: done.filter(Boolean).join(", ") });
  }
  if (pinned !== undefined) changes.push({ change: { set: { pinned } }, done: pinned ? "Pinned" : "Unpinned" });
  if (due && on.some(canBeDue))
    changes.push({ change: { set: { due: { day: due.day } } }, done: `Moved to ${due.label}` });
  if (snooze === "wake") changes.push({ change: { set: { snoozeUntil: null } }, done: "Woken up" });
  else if (snooze)
    changes.push({ change: { set: { snoozeUntil: snooze.at.toISOString() } }, done: `Snoozed until ${snooze.label}` });
  if (reopen) changes.push({ change: { set: { status: "inbox" } }, done: "Not done any more" });
  else if (status) changes.push({ change: { set: { status } }, done: DONE[status] });
  return changes;
}

const canBeDue = (row: ItemSummary) => row.done === false;

function notesOf({ unknown, open, due, undo }: Spoken, on: readonly ItemSummary[]): string[] {
  const notUnderstood = [...unknown, open].filter(Boolean).map((said) => `“${said}”`);
  return [
    notUnderstood.length > 0 && `Not understood: ${notUnderstood.join(", ")}`,
    due && !on.some(canBeDue) && "Nothing here can be due",
    on.length === 0 && !undo && "No card is selected",
  ].filter((note) => note !== false && note !== undefined);
}
