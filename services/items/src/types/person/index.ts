import { MENTION } from "@tessera/contracts-items/mention-limits.ts";
import { PersonData } from "@tessera/contracts-items/mentions.ts";
import { definePlugin } from "../plugin.ts";

/** Words of a line that is a name with an email address, not a sentence with one in it. */
const MAX_WORDS = 6;

/** The same mailbox, however it is written. */
const identityOf = (email: string) => `email:${email.trim().toLowerCase()}`;

/** Somebody: the name is the title, the notes are the text. Mentions of people are mentions of these cards. */
export default definePlugin({
  definition: {
    type: "person",
    label: "Person",
    icon: "mdi-account-outline",
    menuItem: { label: "People" },
    newMenuItem: { label: "New person" },
    order: 25,
    capabilities: [MENTION],
    defaultData: { aliases: [] },
  },
  data: PersonData,
  embeddingFields: ["title", "data.aliases", "data.email", "body"],
  getTitleContent: ({ body, data }) => body || String(data.email ?? ""),
  getContent: ({ body, data }) => [aliasesOf(data).join(", "), data.email, body].filter(Boolean).join("\n"),
  getRow: ({ body, data }) => [String(data.email ?? ""), aliasesOf(data).join(", "), body],
  identityOf: ({ data }) => (typeof data.email === "string" ? identityOf(data.email) : null),
  standsFor: identityOf,
  aliases: ({ data }) => aliasesOf(data),
  handleShare: ({ title, text, url }) => {
    const [first = "", ...rest] = text.trim().split("\n");
    const words = first.split(/\s+/).filter(Boolean);
    const at = words.findIndex((word) => emailIn(word) !== null);
    if (url || at < 0 || words.length > MAX_WORDS) return null;
    const name = words.filter((_, index) => index !== at).join(" ");
    const email = emailIn(words[at]!)!;
    return {
      confidence: 0.85,
      item: { title: title ?? (name || email), body: rest.join("\n").trim(), data: { email } },
    };
  },
});

/** The address that a word is, with or without signs around it. */
function emailIn(word: string): string | null {
  const email = word.replace(/^<(.*)>$/, "$1");
  return PersonData.safeParse({ email }).success ? email : null;
}

const aliasesOf = (data: Record<string, unknown>): string[] =>
  Array.isArray(data.aliases) ? data.aliases.map(String) : [];
