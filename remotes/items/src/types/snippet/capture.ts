import { fence, fencedCode, guessLanguage } from "@tessera/contracts-items/code-language.ts";
import type { ItemCapture } from "@tessera/shell-api";

/** Sure enough to be proposed before a note of several lines. */
const FENCED = 0.95;

/** The code of a text, out of its fence where it has one, and its language. */
function codeOf(text: string) {
  const fenced = fencedCode(text);
  const code = fenced?.code ?? text.replace(/^\s*\n/, "").trimEnd();
  const language = fenced?.language ?? guessLanguage(code)?.language;
  return { code, language };
}

/** The text of a card without the title that stands before it, unless that is code itself. */
function belowTitle({ title, body }: { title: string; body: string }): string {
  if (!body.trim()) return title;
  return body.startsWith(`${title}\n`) && !guessLanguage(title) ? body.slice(title.length + 1) : body;
}

/** Code: fenced, or with what only code has. */
const capture: ItemCapture = {
  recognise: (text) => (fencedCode(text) ? FENCED : (guessLanguage(text)?.confidence ?? 0)),
  itemOf(text, tags) {
    const { code, language } = codeOf(text);
    return { type: "snippet", body: code, data: language ? { language } : {}, tags };
  },
  // In a text that is Markdown it stands in a fence, below its title.
  raw: (item) => ({ ...item, body: `${item.title}\n${fence(item.body, String(item.data.language ?? ""))}` }),
  convert(item) {
    if (!item.body.trim() && !item.title.trim()) return null;
    const { code, language } = codeOf(belowTitle(item));
    return { type: "snippet", title: item.title, body: code, ...(language ? { data: { language } } : {}) };
  },
  unconvertible: "There is no text in this card",
};
export default capture;
