import { mergeTags, tagKey } from "../text/tags.ts";

/**
 * The tags of a card once some became one, or went. What takes their place stands where the first of them stood.
 * @param from keys
 */
export function retagged(tags: readonly string[], from: ReadonlySet<string>, to: string | null): string[] {
  const first = tags.findIndex((tag) => from.has(tagKey(tag)));
  const kept = (part: readonly string[]) =>
    part.filter((tag) => !from.has(tagKey(tag)) && (to === null || tagKey(tag) !== tagKey(to)));
  return [...kept(tags.slice(0, first)), ...(to === null ? [] : [to]), ...kept(tags.slice(first))];
}

/**
 * The tags of a card with the change taken back, whatever else was changed since.
 * @param had those of the tags concerned that it had before
 */
export function untagged(tags: readonly string[], had: readonly string[], to: string | null): string[] {
  const back = new Set(had.map(tagKey));
  const place = to === null ? -1 : tags.findIndex((tag) => tagKey(tag) === tagKey(to));
  const kept = (part: readonly string[]) =>
    part.filter((tag) => !back.has(tagKey(tag)) && (to === null || tagKey(tag) !== tagKey(to)));
  const at = place < 0 ? tags.length : place;
  return mergeTags([...kept(tags.slice(0, at)), ...had, ...kept(tags.slice(at))], []);
}
