import type { QueryClient } from "@tessera/query";
import { regionOf } from "./do-spoken.ts";
import { readSpoken, type Spoken } from "./read-spoken.ts";

/** A command with what it needs: as a person reads it, and as it is said. */
export interface FoundCommand {
  title: string;
  said: string;
}

/** Times that are offered before one is typed. */
const TIMES = ["this evening", "tomorrow", "Saturday", "Monday", "in 2 weeks"];
const MAX_TAGS = 5;

export const findCommands = async (query: string, client: QueryClient): Promise<FoundCommand[]> =>
  commandsIn(query, await regionOf(client));

/** Commands on cards that were typed in the palette, such as "snooze until Monday", and ends of those begun. */
export function commandsIn(query: string, region: Parameters<typeof readSpoken>[1]): FoundCommand[] {
  const whole = (said: string): FoundCommand[] => {
    const title = titleOf(readSpoken(said, region));
    return title === null ? [] : [{ title, said }];
  };
  const verb = /^(?:snooze|reschedule|postpone)/i.exec(query)?.[0];
  const [, tagging = "", begun = ""] = /^((?:un)?tag) *(.*)$/i.exec(query) ?? [];
  if (tagging && !begun.includes(",")) {
    const word = begun.toLowerCase();
    const known = region.tags.filter((tag) => tag.toLowerCase().startsWith(word) && tag.toLowerCase() !== word);
    const typed = word ? whole(query) : [];
    return [...typed, ...known.slice(0, MAX_TAGS - typed.length).flatMap((tag) => whole(`${tagging} ${tag}`))];
  }
  const { open } = readSpoken(query, region);
  if (open && verb) {
    const all = TIMES.flatMap((time) => whole(`${verb} until ${time}`));
    // On a Friday, Saturday is tomorrow.
    return all.filter(({ title }, at) => all.findIndex((one) => one.title === title) === at);
  }
  return whole(query);
}

/** What would be done; null where nothing that needs words would be, or not all of them are understood. */
function titleOf({ unknown, open, undo, snooze, due, addTags, removeTags, ...others }: Spoken): string | null {
  const list = (tags: readonly string[]) => tags.map((tag) => `“${tag}”`).join(", ");
  // What needs no words has commands of its own.
  if (unknown.length > 0 || open || undo || Object.keys(others).length > 0) return null;
  const parts = [
    snooze && snooze !== "wake" && `snooze until ${snooze.label}`,
    due && `move to ${due.label}`,
    addTags.length > 0 && `tag ${list(addTags)}`,
    removeTags.length > 0 && `untag ${list(removeTags)}`,
  ].filter((part) => typeof part === "string");
  const sentence = parts.join(", ");
  return sentence ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : null;
}
