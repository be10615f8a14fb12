import type { Asked } from "./ask-model.ts";

/** Tokens that a message costs beside its text: its role and what separates it, rounded up generously. */
const TOKENS_PER_MESSAGE = 32;

/** No tokenizer makes more tokens of a text than it has bytes. */
export const maxTokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text) + TOKENS_PER_MESSAGE, 0);

/** All that is sent with a call, as text. */
export const textsOf = ({ instructions, messages, tools }: Pick<Asked, "instructions" | "messages" | "tools">) => [
  ...(instructions ? [instructions] : []),
  ...messages.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content))),
  ...Object.entries(tools ?? {}).map(([name, tool]) => name + JSON.stringify(tool)),
];
