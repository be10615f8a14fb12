import type { ApiToken } from "@tessera/contracts-identity/account.ts";
import { MAX_API_TOKEN_CARDS } from "@tessera/contracts-identity/limits.ts";

/** Which cards a new token reaches, as it is filled in. */
export interface CardLimit {
  isLimited: boolean;
  types: string[];
  /** With commas between them. */
  tags: string;
}

export const ALL_CARDS: CardLimit = { isLimited: false, types: [], tags: "" };

const MAX_TAG = 60;

export const tagsOf = (written: string): string[] => [
  ...new Set(
    written
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

/** What is wrong, in a sentence; undefined: nothing. */
export function problemOf({ isLimited, types, tags: written }: CardLimit): string | undefined {
  const tags = tagsOf(written);
  if (!isLimited) return undefined;
  if (types.length + tags.length === 0) return "Choose a type or enter a tag.";
  return tags.length > MAX_API_TOKEN_CARDS || tags.some(({ length }) => length > MAX_TAG)
    ? `Enter at most ${MAX_API_TOKEN_CARDS} tags of ${MAX_TAG} letters.`
    : undefined;
}

/** Whether a scope is about cards, which alone are limited. */
export const isAboutCards = (scope: string): boolean => scope.startsWith("cards:");

const either = (names: readonly string[]) => new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names);

/** ", only cards of the type Note or Task with the tag home"; empty without a limit. */
export function limitInWords(
  { types = [], tags = [] }: Pick<ApiToken, "types" | "tags">,
  labels: readonly { type: string; label: string }[],
): string {
  if (!types.length && !tags.length) return "";
  const named = types.map((type) => labels.find((one) => one.type === type)?.label ?? type);
  const ofTypes = named.length ? ` of the type ${either(named)}` : "";
  return `, only cards${ofTypes}${tags.length ? ` with the tag ${either(tags)}` : ""}`;
}
