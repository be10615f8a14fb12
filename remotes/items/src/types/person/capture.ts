import type { ItemCapture } from "@tessera/shell-api";
import { textOf, titleAndBody } from "../capture-text.ts";
import { EMAIL } from "./email.ts";

/** Words of a line that is a name with an email address, not a sentence with one in it. */
const MAX_WORDS = 6;

/** "Ada Lovelace <ada@example.org>", the signs around the address or not. */
function lineOf(line: string) {
  const words = line.split(/\s+/).filter(Boolean);
  const bare = (word: string) => word.replace(/^<(.*)>$/, "$1");
  const at = words.findIndex((word) => EMAIL.test(bare(word)));
  const name = words.filter((_, index) => index !== at).join(" ");
  return { name, email: at < 0 ? undefined : bare(words[at] ?? ""), words: words.length };
}

/** The first line is the name and, where it has one, the email address; the rest are notes. */
function contentOf(text: string) {
  const { title, body } = titleAndBody(text);
  const { name, email } = lineOf(title);
  return { title: name || email || "", body, data: email ? { email } : {} };
}

/** An email address in the first line, alone or beside a name. */
const capture: ItemCapture = {
  recognise(text) {
    const { email, words } = lineOf(text.trim().split("\n", 1)[0] ?? "");
    return email && words <= MAX_WORDS ? 0.85 : 0;
  },
  itemOf: (text, tags) => ({ type: "person", ...contentOf(text), tags }),
  raw: (item) => ({ ...item, body: [item.title, item.data.email, item.body].filter(Boolean).join("\n") }),
  convert(item) {
    const { title, ...rest } = contentOf(textOf(item));
    return { type: "person", title: title || item.title, ...rest };
  },
};
export default capture;
