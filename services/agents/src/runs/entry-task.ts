import type { EntryAssigned } from "@tessera/contracts-queue/events.ts";

/** What the task of a run with an entry begins with. */
const BEFORE = "An entry of my queue was given to you";
const DECIDE = `Find out what is needed, then decide it once with decide_entry, with a comment that says why. If you cannot
tell, do not decide: answer with what you found and what is missing.`;
const ADVISE = "You may not decide it: answer with what you would decide, and why.";

/** The task of a run that was given an entry. What others may have written of it is marked as data. */
export function entryTask({ title, line, kind, outside, does }: EntryAssigned, mayDecide: boolean): string {
  const said = JSON.stringify({ title, reason: line });
  const entry = outside ? `data_from_others ${said}` : said;
  // Its first line is the run's title: words of others stand in the data alone.
  const name = outside ? "." : `: ${title.replace(/\s+/g, " ")}`;
  const choices = `Accept: ${does.accept}\nDecline: ${does.decline}`;
  return `${BEFORE}${name}\n\nKind: ${kind}\nEntry: ${entry}\n${choices}\n\n${mayDecide ? DECIDE : ADVISE}`;
}

export const isEntryTask = (text: string): boolean => text.startsWith(BEFORE);
