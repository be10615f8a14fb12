/** Characters of a text that are looked at. */
const MAX_LOOK = 8000;
/** Marks that make a text code for sure; fewer make it likely. */
const SURE = 4;
const MAX_CONFIDENCE = 0.9;

/**
 * What only code of a language has, and how telling each is. Every pattern looks at one line, or at signs that stand
 * together, so that no text takes long.
 */
const MARKS: Record<string, [number, RegExp][]> = {
  python: [
    [3, /^\s*def \w+\(.*\).*:\s*$/m],
    [2, /^\s*(from [\w.]+ import \w|import \w+( as \w+)?\s*$)/m],
    [2, /^\s*(if|elif|for|while|with|try|except|class)\b[^{};]*:\s*$/m],
    [1, /\b(self\.\w+|print\(|None\b|True\b)/],
  ],
  typescript: [
    [3, /^\s*(export )?(interface \w+|type \w+ =|enum \w+) ?/m],
    [3, /\b(const|let|var) \w+: ?\w+/],
    [2, /\w\??: ?(string|number|boolean|unknown|void)\b/],
    [2, /^\s*import .+ from ["'].+["'];?\s*$/m],
  ],
  javascript: [
    [2, /^\s*(const|let|var) [\w{}[\], ]+ = /m],
    [2, /=> ?[({]/],
    [2, /^\s*(export )?(async )?function ?\w*\(.*\) ?\{/m],
    [2, /^\s*import .+ from ["'].+["'];?\s*$/m],
    [3, /\b(console\.log|document\.\w+|require)\(/],
    [1, /===|!==|\bawait \w/],
  ],
  json: [[5, /^\s*[[{][\s\S]*"[^"\n]*"\s*:\s*("|\d|\[|\{|true|false|null)/]],
  html: [
    [5, /^\s*<!doctype html/i],
    [4, /<(html|head|body|div|span|p|a|ul|table|script)\b[^<>]*>[\s\S]*<\/\w+>/i],
  ],
  xml: [[5, /^\s*<\?xml /]],
  css: [
    [3, /^\s*[.#@]?[\w-][^{}\n]*\{\s*$/m],
    [3, /^\s*[\w-]+: ?[^;{}\n]+;\s*\}?\s*$/m],
  ],
  sql: [
    [5, /^\s*(select\b[\s\S]+\bfrom\b|insert into \w|update \w+ set\b|delete from \w|create (table|index|view)\b)/i],
    [4, /^\s*alter table \w/im],
  ],
  bash: [
    [5, /^#!.*\b(ba|z|da)?sh\b/],
    [3, /^\s*(sudo|npm|npx|git|docker|kubectl|curl|apt(-get)?|brew|pip3?|cargo|cd|export) [\w./@=-]+/m],
    [2, /^\s*\$ \w+/m],
    [2, /\$\{?\w+\}?|\|\s*(grep|awk|sed|xargs)\b/],
    [2, /^\s*(fi|done|esac)\s*$/m],
  ],
  powershell: [[4, /\b(Get|Set|New|Remove|Write|Invoke)-[A-Z]\w+/]],
  go: [
    [5, /^package \w+\s*$/m],
    [3, /^func (\(\w+ \*?\w+\) )?\w+\(/m],
    [2, /:= /],
  ],
  rust: [
    [4, /^\s*(pub )?fn \w+.*\{\s*$/m],
    [3, /\blet mut \w|\bprintln!\(|\bimpl(<.*>)? \w/],
    [2, /^\s*use [\w:]+(::\{.*\})?;/m],
  ],
  java: [
    [4, /\bpublic (static |final |abstract )*(class|interface|enum|void|int|String) \w/],
    [3, /\bSystem\.out\.print|^import java[\w.]*;/m],
  ],
  csharp: [
    [4, /^\s*(using System[\w.]*;|namespace [\w.]+)/m],
    [3, /\bConsole\.Write|\bpublic (async )?Task\b/],
  ],
  kotlin: [
    [4, /^\s*(data class|fun) \w+.*[{=)]/m],
    [2, /\bval \w+(: ?\w+)? =/],
  ],
  swift: [
    [3, /^\s*(import (SwiftUI|UIKit|Foundation))\s*$/m],
    [3, /^\s*func \w+\(.*\)( -> \w+)? \{/m],
    [2, /\b(guard|if) let \w/],
  ],
  cpp: [
    [4, /\bstd::\w|^\s*using namespace \w/m],
    [3, /^\s*#include <(iostream|vector|string|memory|map)>/m],
    [2, /\btemplate ?</],
  ],
  c: [
    [4, /^\s*#include [<"][\w/.]+\.h[>"]/m],
    [3, /^\s*(int|void|char|static) \*?\w+\(.*\)\s*\{?\s*$/m],
    [2, /\bprintf\(/],
  ],
  php: [
    [5, /<\?php/],
    [2, /\$\w+ ?=|\$this->/],
  ],
  ruby: [
    [3, /^\s*def \w+[?!]?(\(.*\))?\s*$/m],
    [2, /^\s*end\s*$/m],
    [2, /\bdo \|.*\||^\s*require ["']/m],
  ],
  docker: [
    [4, /^FROM [\w./-]+(:[\w.-]+)?/m],
    [2, /^(RUN|CMD|COPY|ENTRYPOINT|WORKDIR|ENV) \S/m],
  ],
  yaml: [
    [3, /^[\w-]+:\s*$\n^\s+[\w-]+: ?\S*/m],
    [2, /^\s*- [\w-]+: \S/m],
    [1, /^---\s*$/m],
  ],
  toml: [[4, /^\[[\w.-]+\]\s*$\n^[\w-]+ = \S/m]],
  diff: [[5, /^(diff --git |@@ -\d+,?\d* \+\d+,?\d* @@)/m]],
};

export interface GuessedLanguage {
  /** As the highlighter names it. */
  language: string;
  /** How surely the text is code at all, 0–1. */
  confidence: number;
}

/** Fenced blocks of Markdown; one that is not closed reaches to the end (CommonMark 0.31.2, section 4.5). */
const BLOCKS = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1.*$|(?![\s\S]))/gm;

/**
 * The language that a text is written in; null for a text of which nothing says that it is code. Code in a fence says
 * nothing of what is around it: that is a note.
 */
export function guessLanguage(text: string): GuessedLanguage | null {
  const code = text.slice(0, MAX_LOOK).replace(BLOCKS, "");
  let best: { language: string; marks: number } | null = null;
  for (const [language, marks] of Object.entries(MARKS)) {
    const found = marks.reduce((sum, [weight, mark]) => sum + (mark.test(code) ? weight : 0), 0);
    if (found > (best?.marks ?? 0)) best = { language, marks: found };
  }
  if (!best || best.marks < 2) return null;
  return { language: best.language, confidence: Math.min(MAX_CONFIDENCE, (best.marks / SURE) * 0.7) };
}

const FENCE = /^(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\n]*\n([\s\S]*?)\n?\1[ \t]*$/;

/** The code within a text that is one fenced block of Markdown, and the language that the fence names. */
export function fencedCode(text: string): { code: string; language: string | undefined } | null {
  const found = FENCE.exec(text.trim());
  // A fence inside is the end of a first block: the text is more than one.
  if (!found || new RegExp(`^${found[1]}`, "m").test(found[3] ?? "")) return null;
  return { code: found[3] ?? "", language: languageName(found[2] ?? "") };
}

/** Code as a fenced block of Markdown. */
export function fence(code: string, language = ""): string {
  let marks = "```";
  while (code.includes(marks)) marks += "`";
  return `${marks}${language}\n${code.replace(/\n$/, "")}\n${marks}`;
}

/** A name of a language as a snippet holds it; undefined for none. */
export function languageName(name: string): string | undefined {
  const plain = name.trim().toLowerCase();
  return /^[a-z0-9+#.-]{1,30}$/.test(plain) && plain !== "text" && plain !== "plain" ? plain : undefined;
}
