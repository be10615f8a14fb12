import type { ThemedToken } from "shiki/core";

/** A run of characters that look alike. */
export interface CodePiece {
  text: string;
  color?: string;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  /** Of the decoration that lies over it. */
  className?: string;
}

export type CodeLine = readonly CodePiece[];

const ITALIC = 1;
const BOLD = 2;
const UNDERLINE = 4;

export const linesOfTokens = (lines: readonly (readonly ThemedToken[])[]): CodeLine[] =>
  lines.map((line) =>
    line.map(({ content, color, fontStyle = 0 }) =>
      // The engine says -1 where a theme leaves it open.
      pieceOf(content, color, fontStyle > 0 ? fontStyle : 0),
    ),
  );

function pieceOf(text: string, color: string | undefined, style: number): CodePiece {
  return {
    text,
    ...(color && { color }),
    ...((style & ITALIC) !== 0 && { italic: true }),
    ...((style & BOLD) !== 0 && { bold: true }),
    ...((style & UNDERLINE) !== 0 && { underline: true }),
  };
}

/** What is used of the tree that Shiki makes. */
interface Node {
  type: string;
  value?: string;
  properties?: { class?: unknown; className?: unknown; style?: unknown };
  children?: Node[];
}

/** The lines of the tree `pre > code > span.line` as pieces: styles in HTML would break the policy of the page. */
export function linesOfHast(root: unknown): CodeLine[] {
  const [pre] = (root as Node).children ?? [];
  const code = pre?.children?.[0]?.children ?? [];
  return code
    .filter(({ type }) => type === "element")
    .map((line) => line.children!.flatMap((child) => flat(child, {})));
}

function flat(node: Node, over: Omit<CodePiece, "text">): CodePiece[] {
  if (node.type === "text") return [{ ...over, text: node.value ?? "" }];
  const { style, class: named, className = named } = node.properties ?? {};
  const classes = [over.className, Array.isArray(className) ? className.join(" ") : className]
    .filter(Boolean)
    .join(" ");
  const inner = { ...over, ...readStyle(style), ...(classes && { className: classes }) };
  return (node.children ?? []).flatMap((child) => flat(child, inner));
}

function readStyle(style: unknown): Omit<CodePiece, "text"> {
  const rules = new Map<string, string>();
  for (const rule of typeof style === "string" ? style.split(";") : []) {
    const [name = "", value = ""] = rule.split(":", 2);
    rules.set(name.trim(), value.trim());
  }
  const color = rules.get("color");
  return {
    ...(color && { color }),
    ...(rules.get("font-style") === "italic" && { italic: true }),
    ...(rules.get("font-weight") === "bold" && { bold: true }),
    ...(rules.get("text-decoration") === "underline" && { underline: true }),
  };
}
