/** Text as PostgreSQL and JSON can hold it: without NUL characters, with lone surrogates replaced by U+FFFD. */
export const cleanText = (text: string): string => text.replaceAll("\u0000", "").toWellFormed();

/** Deepest nesting of values in `data`; deeper is refused at the edge. */
export const MAX_DEPTH = 12;

/** Cleans every text in a value of JSON, keys included. */
export function cleanDeep<T>(value: T): T {
  if (typeof value === "string") return cleanText(value) as T;
  if (Array.isArray(value)) return value.map(cleanDeep) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleanDeep(inner)])) as T;
}

/**
 * How deep a value of JSON is nested, counted no further than one level beyond the limit (never by recursion without
 * end).
 */
export function depthOf(value: unknown, limit = MAX_DEPTH): number {
  if (value === null || typeof value !== "object") return 0;
  if (limit < 0) return 1;
  let deepest = 0;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, limit - 1));
  return deepest + 1;
}

/** Most values in `data`, keys of objects and entries of lists; more are refused at the edge. */
export const MAX_VALUES = 10_000;

/** Whether a value of JSON holds more values than the limit; stops counting there. Its depth must have been checked. */
export function exceedsValues(value: unknown, limit = MAX_VALUES): boolean {
  let count = 0;
  const walk = (inner: unknown): boolean => {
    if (inner === null || typeof inner !== "object") return false;
    for (const key in inner) {
      count += 1;
      if (count > limit || walk((inner as Record<string, unknown>)[key])) return true;
    }
    return false;
  };
  return walk(value);
}

/**
 * First line with a word in it, else with any sign, in one line of at most `length` characters: a rule of dashes says
 * nothing.
 */
export function firstLine(text: string, length: number): string {
  const lines = text.split("\n").map((each) => each.replaceAll(/\s+/g, " ").trim());
  const line = lines.find((each) => /[\p{L}\p{N}]/u.test(each)) ?? lines.find((each) => /[\p{S}\p{P}]/u.test(each));
  return shorten(line ?? "", length);
}

/** Cuts at `length` characters with an ellipsis, never inside a surrogate pair. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text
    .slice(0, length - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "")
    .trimEnd()}…`;
}
