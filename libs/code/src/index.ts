export { CodeBlock, type CodeBlockProps } from "./code-block.tsx";
export { CodeUnderField, type CodeUnderFieldProps } from "./code-under-field.tsx";
export { type Highlighted, type HighlighterState, type HighlightOptions, highlighter } from "./highlighter.ts";
export { languageOf, languageTitle } from "./languages.ts";
export type { CodeLine, CodePiece } from "./lines.ts";
export { type CodeTheme, DEFAULT_THEME, themeOn } from "./themes.ts";
