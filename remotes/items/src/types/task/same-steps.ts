/** An entry of a task's checklist. */
export interface Step {
  text: string;
  done: boolean;
}

/**
 * For each step of a list its place in the list before, null where it is new. Steps have no names: the same text is the
 * same step, and what is left between steps that are the same was written over where it stands.
 */
export function placesBefore(before: readonly Step[], now: readonly Step[]): (number | null)[] {
  const same = (from: number, to: number) => before[from]?.text === now[to]?.text;
  const places: (number | null)[] = now.map(() => null);
  const least = Math.min(before.length, now.length);
  let head = 0;
  for (; head < least && same(head, head); head++) places[head] = head;
  let tail = 0;
  for (; tail < least - head && same(before.length - 1 - tail, now.length - 1 - tail); tail++)
    places[now.length - 1 - tail] = before.length - 1 - tail;
  const ends = { before: before.length - tail, now: now.length - tail };
  const free = new Set(Array.from({ length: ends.before - head }, (_, at) => head + at));
  const take = (at: number, place: number | undefined) => {
    if (place === undefined || !free.delete(place)) return;
    places[at] = place;
  };
  for (let at = head; at < ends.now; at++)
    take(
      at,
      [...free].find((place) => same(place, at)),
    );
  for (let at = head; at < ends.now; at++) {
    const previous = at === 0 ? -1 : places[at - 1];
    if (places[at] === null && typeof previous === "number") take(at, previous + 1);
  }
  return places;
}
