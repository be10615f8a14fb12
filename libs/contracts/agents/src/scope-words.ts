import type { CardScope } from "./scopes.ts";

/** Types, and tags, that one scope names. */
export const MAX_SCOPE_NAMES = 20;

const either = (names: readonly string[]) => new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names);

/** "cards of the type note or task with the tag work" @param titleOf what a person reads of a type */
export function scopeInWords({ types, tags }: CardScope, titleOf: (type: string) => string = (type) => type): string {
  const ofTypes = types.length ? ` of the type ${either(types.map(titleOf))}` : "";
  return `cards${ofTypes}${tags.length ? ` with the tag ${either(tags)}` : ""}`;
}
