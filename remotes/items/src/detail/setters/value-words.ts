import { counted } from "@tessera/contracts-core/counted.ts";
import type { Item, ItemPatch, ItemTypeInfo } from "@tessera/contracts-items/items.ts";
import type { ValueSetter } from "@tessera/contracts-items/setters.ts";

const DATA = "data.";
const TAG = "tag:";
const NAMES: Readonly<Record<string, string>> = {
  ...{ title: "Title", type: "Type", status: "Place", pinned: "Pin", dueAt: "Due", snoozeUntil: "Snoozed until" },
  ...{ "data.url": "Address", "data.email": "Email address", "data.siteName": "Site", "data.checklist": "Steps" },
};
const PLACES: Readonly<Record<string, string>> = {
  ...{ inbox: "Inbox", later: "Later", archived: "Archive", done: "Done", trash: "Trash" },
};
/** What another value of the card says as well. */
const SAID = new Set(["data.done", "data.dueDay"]);
const TIMES = new Set(["dueAt", "snoozeUntil"]);

export interface ValueNames {
  types: readonly ItemTypeInfo[];
  /** A moment in the person's time zone. */
  moment: (at: string) => string;
}

/** Whether a value is one that a person reads about. */
export const isShown = ({ field, by }: ValueSetter): boolean => !SAID.has(field) && by !== "rule";

/** "Place", "Tag reading", "Priority" */
export function nameOf({ field }: Pick<ValueSetter, "field">): string {
  if (field.startsWith(TAG)) return `Tag ${field.slice(TAG.length)}`;
  const words = field
    .slice(field.startsWith(DATA) ? DATA.length : 0)
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return NAMES[field] ?? `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

/** What a value was before, in words: "was Inbox". */
export function beforeWords({ field, before }: ValueSetter, { types, moment }: ValueNames): string {
  if (field.startsWith(TAG)) return before === null ? "added" : "removed";
  if (before === null || before === "" || before === "none")
    return field === "title" ? "was made from the text" : "was empty";
  if (field === "status") return `was ${PLACES[String(before)] ?? before}`;
  if (field === "type") return `was ${types.find(({ type }) => type === before)?.label ?? before}`;
  if (field === "pinned") return before ? "was pinned" : "was not pinned";
  if (TIMES.has(field)) return `was ${moment(String(before))}`;
  if (Array.isArray(before)) return before.length ? `was ${counted(before.length, "entry", "entries")}` : "was empty";
  if (typeof before === "object") return `was ${String((before as { name?: unknown }).name ?? "another one")}`;
  return `was ${typeof before === "boolean" ? (before ? "yes" : "no") : `“${String(before).slice(0, 80)}”`}`;
}

const WHO: Readonly<Record<ValueSetter["by"], string>> = {
  ...{ person: "you", agent: "an agent", assistant: "an assistant", rule: "a rule", server: "Tessera" },
};
/** "you, in Firefox on Linux" */
export const whoWords = ({ by, device }: ValueSetter): string => (device ? `${WHO[by]}, in ${device}` : WHO[by]);

/** The change that gives a card the value of before. */
export function patchBack({ field, before, at }: ValueSetter, { tags }: Item, all: readonly ValueSetter[]): ItemPatch {
  if (field.startsWith(TAG)) {
    const key = field.slice(TAG.length);
    return {
      tags:
        before === null ? tags.filter((tag) => tag.normalize("NFKC").toLowerCase() !== key) : [...tags, String(before)],
    };
  }
  if (field.startsWith(DATA)) return { data: { [field.slice(DATA.length)]: before } };
  // The day of what is due goes with its moment.
  const day = field === "dueAt" && all.find((one) => one.field === "data.dueDay" && one.at === at);
  return { [field]: before, ...(day ? { data: { dueDay: day.before } } : {}) } as ItemPatch;
}

/** What a patch replaces, as the patch that takes it back. */
export function inverseOf({ data, ...fields }: ItemPatch, item: Item): ItemPatch {
  const own = Object.fromEntries(Object.keys(fields).map((field) => [field, item[field as keyof Item]]));
  const within = Object.keys(data ?? {}).map((key) => [key, item.data[key] ?? null]);
  return { ...own, ...(data ? { data: Object.fromEntries(within) } : {}) } as ItemPatch;
}
