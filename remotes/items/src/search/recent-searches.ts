import { shell } from "@tessera/shell-api";

const MAX = 8;
/** Each person's own on a device that several use. */
const key = () => `tessera.items.searches.${shell().auth.getSession().user?.id ?? ""}`;

/** The searches of before, the newest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key()) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string").slice(0, MAX) : [];
  } catch {
    return [];
  }
}

const keep = (searches: string[]) => {
  try {
    localStorage.setItem(key(), JSON.stringify(searches.slice(0, MAX)));
  } catch {
    // Without storage there are none of before.
  }
};

/** Puts a search first. */
export const rememberSearch = (q: string) => keep([q, ...recentSearches().filter((one) => one !== q)]);
export const forgetSearches = () => keep([]);
