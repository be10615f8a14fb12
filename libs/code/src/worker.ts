// Highlights large code beside the page (shell/src/workers/code.ts). Grammars and themes are handed to it: the page
// loads them with their hashes checked.
import { createHighlighterCore, type LanguageInput, type ThemeInput } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { tokenize } from "./tokenize.ts";
import type { Ask, Tell } from "./worker-messages.ts";

const core = createHighlighterCore({ engine: createJavaScriptRegexEngine({ forgiving: true }) });
const running = new Map<number, AbortController>();
const tell = (message: Tell) => postMessage(message);

async function highlight({ id, language: lang, grammar, colours, ...asked }: Ask & { type: "highlight" }) {
  const stop = new AbortController();
  running.set(id, stop);
  try {
    const highlighter = await core;
    if (colours) await highlighter.loadTheme(colours as ThemeInput);
    if (grammar) await highlighter.loadLanguage(grammar as LanguageInput);
    await tokenize(highlighter, { ...asked, lang }, (lines) => tell({ type: "lines", id, lines }), stop.signal);
    const { fg, bg } = highlighter.getTheme(asked.theme);
    tell({ type: "done", id, foreground: fg, background: bg });
  } catch (error) {
    const { name, message } = error as Error;
    if (!stop.signal.aborted) tell({ type: "failed", id, name, message });
  } finally {
    running.delete(id);
  }
}

addEventListener("message", ({ data }: MessageEvent<Ask>) => {
  if (data.type === "stop") running.get(data.id)?.abort();
  else void highlight(data);
});
