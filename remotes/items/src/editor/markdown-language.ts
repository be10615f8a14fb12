import { defineLanguageFacet, Language, languageDataProp } from "@codemirror/language";
import { GFM, parser } from "@lezer/markdown";

const data = defineLanguageFacet({ closeBrackets: { brackets: [] } });

/**
 * Markdown as GitHub has it. @codemirror/lang-markdown would bring the grammars of HTML, CSS and JavaScript with it:
 * 60 kB more, for colours in raw HTML.
 */
export const markdownLanguage = new Language(
  data,
  parser.configure([GFM, { props: [languageDataProp.add((type) => (type.isTop ? data : undefined))] }]),
  [],
  "markdown",
);
