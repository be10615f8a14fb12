import { TODAY_LIST, UPCOMING_LIST } from "@tessera/contracts-items/by-day.ts";
import type { ItemTypeInfo } from "@tessera/contracts-items/items.ts";
import { SNOOZED_LIST } from "@tessera/contracts-items/snoozed.ts";
import { useQuery } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { items, keys } from "../api.ts";

/** Lists that are no item type: what waits, what is due, what comes back on its own, everything there is. */
export const LISTS = {
  inbox: "Inbox",
  [TODAY_LIST]: "Today",
  [UPCOMING_LIST]: "Upcoming",
  [SNOOZED_LIST]: "Snoozed",
  all: "All cards",
} as const;
export const isList = (type: string): type is keyof typeof LISTS => Object.hasOwn(LISTS, type);

/** What a remote contributes of a type. */
const typeEntry = (type: string) => shell().contributions.itemTypes.find((entry) => entry.type === type);
/** Whether cards of a type may become another one in place. */
export const isConvertible = ({ type }: { type: string }): boolean => typeEntry(type)?.convertible === true;
/** Whether the service keeps one card of the type for each original. */
export const isUnique = ({ type }: { type: string }): boolean => typeEntry(type)?.unique === true;

let known: Promise<ItemTypeInfo[]> | null = null;

/** The registered types, asked for once a page; a failed request is asked again. */
function registeredTypes(): Promise<ItemTypeInfo[]> {
  known ??= items.types().catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

/** Valid when registered, or a child type of a registered one (specification §5), or one of the two lists. */
export function isValidType(type: string, types: readonly ItemTypeInfo[]): boolean {
  return isList(type) || types.some((info) => info.type === type || info.childTypes.includes(type));
}

/**
 * As {@link isValidType}, asking the service. Unknown (true) while the service cannot be asked: the page then shows
 * why.
 */
export async function checkType(type: string): Promise<boolean> {
  if (isList(type)) return true;
  try {
    return isValidType(type, await registeredTypes());
  } catch {
    return true;
  }
}

/** The registered types with their counts, which follow every change of items. */
export function useItemTypes(): ItemTypeInfo[] {
  const { data } = useQuery({ queryKey: keys.types, queryFn: ({ signal }) => items.types(signal), staleTime: 30_000 });
  return data ?? [];
}

/** Name of a list or of one card of a type, before and after the types are known. */
export const pluralOf = (type: string, types: readonly ItemTypeInfo[]) =>
  isList(type) ? LISTS[type] : (types.find((info) => info.type === type)?.plural ?? sentence(type));
export const labelOfType = (type: string, types: readonly ItemTypeInfo[]) =>
  types.find((info) => info.type === type)?.label ?? sentence(type);

/** Why a list is empty. The words are the type's own; a child type that only its parent names has none. */
export function emptyWords(type: string, types: readonly ItemTypeInfo[]): string {
  if (type === "inbox") return "Your inbox is empty. Everything is in its place.";
  if (type === TODAY_LIST) return "Nothing is due today. What is due, and what was missed, shows here.";
  if (type === UPCOMING_LIST) return "Nothing is due on the days ahead.";
  if (type === SNOOZED_LIST) return "Nothing is snoozed. Snoozed cards wait here and come back at their time.";
  if (isList(type)) return "There are no cards yet.";
  const own = types.find((info) => info.type === type);
  // A type without an entry in the menu has no plural of its own.
  return own && own.plural !== own.label
    ? `There are no ${withinSentence(own.plural)} yet.`
    : "There are no cards of this type yet.";
}

/** "Bookmarks" as "bookmarks"; "PDFs" stays as it is. */
const withinSentence = (words: string) =>
  /^\p{Lu}\p{Ll}/u.test(words) ? (words[0] ?? "").toLowerCase() + words.slice(1) : words;

const sentence = (type: string) => (type[0] ?? "").toUpperCase() + type.slice(1).replaceAll("-", " ");
