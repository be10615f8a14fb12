import { MAX_SUGGESTED_TAGS } from "@tessera/contracts-items/neighbours.ts";
import { tagKey } from "../text/tags.ts";

/** Cards that have to agree on a tag: one may be tagged for another reason. */
const AGREEING = 2;

/**
 * Tags that cards like one have, and it has not: those that most of them agree on first. One that is nearly the same
 * says enough alone.
 */
export function suggestTags(
  own: readonly string[],
  near: readonly { tags: readonly string[]; likeness: number; same: boolean }[],
): string[] {
  const taken = new Set(own.map(tagKey));
  const found = new Map<string, { tag: string; cards: number; weight: number }>();
  for (const { tags, likeness, same } of near)
    for (const tag of tags) {
      const key = tagKey(tag);
      if (taken.has(key)) continue;
      const known = found.get(key) ?? { tag, cards: 0, weight: 0 };
      found.set(key, {
        tag: known.tag,
        cards: known.cards + (same ? AGREEING : 1),
        weight: known.weight + likeness,
      });
    }
  return [...found.values()]
    .filter(({ cards }) => cards >= AGREEING)
    .sort((a, b) => b.weight - a.weight || (a.tag < b.tag ? -1 : 1))
    .slice(0, MAX_SUGGESTED_TAGS)
    .map(({ tag }) => tag);
}
