import { ItemStatus } from "@tessera/contracts-items/items.ts";

/** What a search asks for besides words. */
export interface Qualifiers {
  /** The rest: words to look for. */
  words: string;
  type?: string;
  tags: string[];
  status?: ItemStatus;
  unread: boolean;
  /** A part of the name or the address of who sent a mail. */
  sender?: string;
  /** Days of UTC: kept on or after the one, before the other. */
  since?: string;
  until?: string;
}

const QUALIFIER = /(?<=^|\s)(type|tag|is|from|before|after):(?:"([^"]*)"|(\S+))/giu;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/**
 * Takes `type:`, `tag:`, `is:`, `from:`, `before:` and `after:` out of a search, also with their value in quotes. What
 * has no value that is known stays among the words.
 */
export function readQualifiers(q: string, isType: (type: string) => boolean): Qualifiers {
  const found: Qualifiers = { words: "", tags: [], unread: false };
  const words = q.replaceAll(QUALIFIER, (whole, name: string, quoted?: string, plain?: string) => {
    const value = (quoted ?? plain ?? "").trim();
    return value && take(found, name.toLowerCase(), value, isType) ? " " : whole;
  });
  return { ...found, words: words.trim() };
}

function take(found: Qualifiers, name: string, value: string, isType: (type: string) => boolean): boolean {
  const lower = value.toLowerCase();
  if (name === "tag") found.tags.push(value);
  else if (name === "from") found.sender = value;
  else if (name === "type" && isType(lower)) found.type = lower;
  else if (name === "is" && lower === "unread") found.unread = true;
  else if (name === "is" && ItemStatus.safeParse(lower).success) found.status = lower as ItemStatus;
  else if (name === "after" && isDay(value)) found.since = value;
  else if (name === "before" && isDay(value)) found.until = value;
  else return false;
  return true;
}
