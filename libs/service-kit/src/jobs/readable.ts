/** Members whose values are withheld: what opens something, or stands for somebody's signature. */
const SECRET =
  /pass(word|phrase|code)|secret|token|api.?key|authori[sz]ation|cookie|credential|private.?key|^otp$|^pin$/i;
export const WITHHELD = "•••";
/** Bounds of what is shown of one value; the rest is said in words. */
const MAX_TEXT = 2_000;
const MAX_MEMBERS = 100;
const MAX_DEPTH = 8;
/** Values that are shown in all. */
const MAX_VALUES = 1_000;

/** What a job was given or made, for its person to read: bounded, and without secrets. */
export function readable(value: object): unknown {
  let left = MAX_VALUES;
  const shown = (part: unknown, depth: number): unknown => {
    left -= 1;
    if (typeof part === "string")
      return part.length > MAX_TEXT ? `${part.slice(0, MAX_TEXT)}… (${part.length - MAX_TEXT} more characters)` : part;
    if (part === null || typeof part !== "object") return part;
    if (depth === MAX_DEPTH || left <= 0) return "…";
    if (Array.isArray(part)) {
      const items = part.slice(0, MAX_MEMBERS).map((item) => shown(item, depth + 1));
      return part.length > MAX_MEMBERS ? [...items, `… (${part.length - MAX_MEMBERS} more)`] : items;
    }
    const members = Object.entries(part);
    const read = members
      .slice(0, MAX_MEMBERS)
      .map(([name, member]) => [name, SECRET.test(name) && member !== null ? WITHHELD : shown(member, depth + 1)]);
    if (members.length > MAX_MEMBERS) read.push(["…", `${members.length - MAX_MEMBERS} more`]);
    return Object.fromEntries(read);
  };
  return shown(value, 0);
}
