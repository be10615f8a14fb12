import { MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";

const cut = (title: string) => (title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH - 1)}…` : title);

/** A text as most types hold it: its first line the title, the rest the body; "#tags" stay in the text. */
export function titleAndBody(text: string): { title: string; body: string } {
  const [first = "", ...rest] = text.trim().split("\n");
  return { title: cut(first), body: rest.join("\n").trim() };
}

/** What a capture says: its text, or its title where it has none. */
export const textOf = ({ body, title }: { body: string; title: string }) => body.trim() || title;
