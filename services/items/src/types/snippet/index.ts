import { fencedCode, guessLanguage } from "@tessera/contracts-items/code-language.ts";
import { SnippetData } from "@tessera/contracts-items/items.ts";
import { definePlugin } from "../plugin.ts";

/** A piece of code. */
export default definePlugin({
  definition: {
    type: "snippet",
    label: "Snippet",
    icon: "mdi-code-tags",
    menuItem: { label: "Snippets" },
    newMenuItem: { label: "New snippet" },
    order: 15,
    capabilities: ["clipboard"],
  },
  data: SnippetData,
  isCode: true,
  getContent: ({ body, data }) => [body, data.language].filter(Boolean).join("\n"),
  getRow: ({ body, data }) => [String(data.language ?? ""), body],
  handleShare: ({ title, text }) => {
    const fenced = fencedCode(text);
    const code = fenced?.code ?? text;
    const guess = guessLanguage(code);
    const language = fenced?.language ?? guess?.language;
    if (!fenced && !guess) return null;
    return {
      confidence: fenced ? 0.95 : (guess?.confidence ?? 0),
      item: { title, body: code, data: language ? { language } : {} },
    };
  },
});
