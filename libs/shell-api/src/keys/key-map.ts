/**
 * Where keys hold: on every page, in every list, or in the list of one area. Areas are never on one page together, so
 * each may use a key for its own.
 */
export type KeyContext =
  | "everywhere"
  | "lists"
  | "cards"
  | "entries"
  | "jobs"
  | "live"
  | "releases"
  | "checks"
  | "transactions";

/** A line of the map: what is done, and by which keys (tinykeys syntax) unless the person chose others. Since 1.6. */
export interface KeyLine {
  /** What a command names as its `act`; the id of the command itself for what manifests offer. */
  id: string;
  title: string;
  /** Heading in the map. */
  group: string;
  context: KeyContext;
  keys: readonly string[];
}

const groups = {
  everywhere: "Everywhere",
  lists: "In every list",
  cards: "Cards",
  entries: "Queue",
  jobs: "Jobs",
  live: "Live changes",
  releases: "Releases",
  checks: "Connection",
  transactions: "Finance",
} as const;

const lines = {
  everywhere: [
    ["palette", "Search and commands", "$mod+k"],
    ["shortcuts", "Keyboard shortcuts", "Shift+?"],
    ["inspect", "Inspect the page, for administrators and developers", "g x"],
  ],
  lists: [
    ["next", "Next row", "j"],
    ["previous", "Previous row", "k"],
    ["extend-next", "Select to the next row", "Shift+J"],
    ["extend-previous", "Select to the previous row", "Shift+K"],
    ["open", "Open", "o"],
    ["select", "Select", "x"],
    ["select-all", "Select all that are loaded", "$mod+a"],
    ["snooze", "Snooze", "s"],
    ["remove", "Move to the trash, or delete", "[Shift]+#", "Delete"],
    ["undo", "Undo", "z", "u", "$mod+z"],
    ["search", "Search in this list", "/"],
    ["leave", "Clear the selection, close what is open", "Escape"],
  ],
  cards: [
    ["archive", "Archive", "e"],
    ["done", "Mark done or not done", "d"],
    ["later", "Move to Later", "l"],
    ["to-inbox", "Move to the inbox", "Shift+I"],
    ["wake", "Wake up", "w"],
    ["reschedule", "Move a task to another day", "r"],
    ["tag", "Tag", "t"],
    ["move-to", "Move to another section or place", "Shift+M"],
    ["move-up", "Move up, in a list ordered by hand", "Alt+ArrowUp"],
    ["move-down", "Move down, in a list ordered by hand", "Alt+ArrowDown"],
    ["pin", "Pin or unpin", "p"],
    ["unread", "Mark as unread or read", "Shift+U"],
    ["next-unread", "Next unread card", "n"],
    ["pane", "Move between list and card", "f", "F6"],
    ["edit-title", "Edit the title", "Shift+T"],
    ["edit-text", "Edit the text", "Shift+E"],
    ["convert", "Convert", "m"],
    ["duplicate", "Duplicate", "Shift+D"],
    ["copy-link", "Copy link", "y"],
    ["original", "Open original", "v"],
    ["about", "Show or hide what is known about the card", "a"],
    ["text-settings", "Text settings", "Shift+A"],
    ["highlight", "Highlight the selected text", "h"],
  ],
  entries: [
    ["accept", "Accept the entry: do what it proposes", "1"],
    ["decline", "Dismiss the entry", "3"],
    ["assign", "Assign the entry to an agent, or take it back", "a"],
  ],
  jobs: [
    ["retry", "Retry the job", "r"],
    ["cancel", "Cancel the job", "Shift+C"],
  ],
  live: [["pause", "Pause or resume live changes", "p"]],
  releases: [["figures", "Show plots, or the table", "t"]],
  checks: [["check", "Check again", "r"]],
  transactions: [
    ["categorise", "Categorise the transaction", "t"],
    ["edit-whole", "Change it in a dialog, with its splits", "Shift+E"],
    ["add", "Add a transaction, an account or a category", "Shift+N"],
  ],
} as const satisfies Record<KeyContext, readonly (readonly [id: string, title: string, ...keys: string[]])[]>;

/** Everything in the map that is no command of a manifest. */
export type ActId = (typeof lines)[KeyContext][number][0];

/** The keys of the product, written once; the commands of manifests are on every page and bring their own. */
export const keyMap: readonly KeyLine[] = (Object.keys(lines) as KeyContext[]).flatMap((context) =>
  lines[context].map(([id, title, ...keys]) => ({ id, title, group: groups[context], context, keys })),
);

/** Contexts whose lists have the keys of every list. */
const LISTS: readonly KeyContext[] = ["cards", "entries", "jobs", "live", "transactions"];

/** Whether the keys of two contexts may be asked for at the same time. */
export function meet(a: KeyContext, b: KeyContext): boolean {
  const common = (one: KeyContext, other: KeyContext) =>
    one === "everywhere" || (one === "lists" && LISTS.includes(other));
  return a === b || common(a, b) || common(b, a);
}
