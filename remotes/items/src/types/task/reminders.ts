/** What a row of the service says of a reminder: "Reminder 1 hour before". */
const MARK = "Reminder ";

/** A row's text without what it says of a reminder, which its bell says. */
export function withoutReminder(line: string): { words: string | null; rest: string } {
  const parts = line.split(" · ");
  // The first part that begins so: those of the text come later.
  const at = parts.findIndex((part) => part.startsWith(MARK));
  return at < 0 ? { words: null, rest: line } : { words: parts[at] ?? null, rest: parts.toSpliced(at, 1).join(" · ") };
}
