import type { Quote } from "./sentences.ts";

/** What it says of itself. */
export const ABOUT = `I am the offline model. I am part of Tessera, cost nothing, and send nothing to anybody.

I do not write texts. I can:

- find sentences in your cards and quote them, with a link to each
- say what is due and what is new
- find what is still to do in your notes and offer it as tasks
- keep a task with its day, or a note; I ask you first where the agent’s settings say so
- add up your transactions
- find recordings by their words

A provider of language models would add: answers in its own words, summaries, translations and drafts, several steps of
thought, and other languages than English. You add one under Settings, Models.`;

/** Said where a text would have to be written. */
export const CANNOT_DECIDE = `The offline model weighs no decisions. Choose a language model for this agent, and give
it the entry again.`;

export const CANNOT_WRITE = `That needs a model that writes. I only quote what is in your cards, and I make up nothing.

A provider of language models under Settings, Models can do it. I can look for what your cards say about it: ask “what
do my cards say about …”.`;

export const CHOICES = [
  { word: /\b(?:1|find|look|search|cards?)\b/i, intent: "find" },
  { word: /\b(?:2|task|remind|to-?do)\b/i, intent: "task" },
  { word: /\b(?:3|note|keep|save)\b/i, intent: "note" },
  { word: /\b(?:4|money|transactions?|bank|spend|spent)\b/i, intent: "money" },
] as const;

export const whichOf = (request: string) =>
  `I am not sure what to do with “${request.length > 200 ? `${request.slice(0, 200)}…` : request}”. ` +
  "Answer with a number. 1: find it in your cards. 2: keep it as a task. 3: keep it as a note. " +
  "4: look in your transactions.";

/** Text that Markdown shows as it is. */
export const plain = (text: string) => text.replace(/[\\`*_{}[\]()#+!|<>~]/g, "\\$&");
const inLink = (path: string) => path.replace(/[()\s]/g, encodeURIComponent);

export const link = (title: string, path: string) => `[${plain(title || "Untitled")}](${inLink(path)})`;

/** Where a card shows one of its sentences: its page marks what `cite` says. */
export const citation = (path: string, sentence: string) =>
  `${path}?cite=${encodeURIComponent(sentence.slice(0, 160))}`;

export const quoteLines = ({ source, sentence }: Quote) =>
  `> ${plain(sentence)}\n\n${link(source.title, citation(source.path, sentence))}`;

export const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");
