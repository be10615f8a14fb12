import { Checkmark16Regular } from "@fluentui/react-icons/svg/checkmark";
import { Copy16Regular } from "@fluentui/react-icons/svg/copy";
import { TextWrap16Regular } from "@fluentui/react-icons/svg/text-wrap";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { useMemo, useState } from "react";
import { changesOf } from "./changes.ts";
import { CodePart, LINES_IN_PART } from "./code-part.tsx";
import type { HighlightOptions } from "./highlighter.ts";
import { languageTitle } from "./languages.ts";
import type { CodeLine } from "./lines.ts";
import { useEditorColours } from "./use-editor-colours.ts";
import { useHighlighted } from "./use-highlighted.ts";

/** Lines up to which each has its number: all of them are drawn, where of longer code only what is seen is. */
const MAX_NUMBERED = 2000;
/** Ms for which "Copied" is said. */
const SAID_MS = 2000;

const useStyles = makeStyles({
  // Dark in both themes, as code is by default.
  root: {
    margin: "0 0 16px",
    overflow: "hidden",
    borderRadius: "8px",
    color: "#CAD3F5",
    backgroundColor: "var(--codebg)",
  },
  head: { display: "flex", alignItems: "center", minHeight: "32px", padding: "0 4px 0 16px" },
  name: { flexGrow: 1, fontSize: "12px", lineHeight: "16px", opacity: 0.8 },
  button: {
    minWidth: 0,
    color: "inherit",
    ":hover": { color: "inherit", backgroundColor: "color-mix(in srgb, currentColor 12%, transparent)" },
    ":hover:active": { color: "inherit", backgroundColor: "color-mix(in srgb, currentColor 20%, transparent)" },
    ":focus-visible": { outline: "2px solid currentColor", outlineOffset: "-2px" },
    "@media (pointer: coarse)": { minWidth: "44px", height: "44px" },
  },
  pre: {
    margin: 0,
    padding: "4px 16px 12px",
    overflowX: "auto",
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: "14px",
    lineHeight: "20px",
    tabSize: 4,
    ":focus-visible": { outline: "2px solid currentColor", outlineOffset: "-2px" },
  },
  wrapped: { whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
});

export interface CodeBlockProps extends Omit<HighlightOptions, "signal"> {
  code: string;
  /** Whether lines have their numbers, up to 2,000 of them. */
  lineNumbers?: boolean;
}

/** Code as people expect it: its language, colours, a button that copies it and one that wraps its lines. */
export function CodeBlock({ code, language, theme, decorations, lineNumbers = false }: CodeBlockProps) {
  const styles = useStyles();
  const [wrapped, setWrapped] = useState(false);
  const highlighted = useHighlighted(code, { language, theme, decorations });
  const title = languageTitle(language) || "Text";
  const lines = useMemo(() => highlighted?.lines ?? plainLines(code), [highlighted, code]);
  const parts = useMemo(() => inParts(lines), [lines]);
  const digits = lineNumbers && lines.length <= MAX_NUMBERED ? String(lines.length).length : null;
  const isDiff = title === "Diff";
  const changes = useMemo(() => (isDiff ? inParts(changesOf(lines)) : null), [isDiff, lines]);
  const colours = useEditorColours(theme);
  return (
    <figure className={styles.root} style={colours} aria-label={`Code: ${title}`}>
      <div className={styles.head}>
        <span className={styles.name}>{title}</span>
        <Button
          className={styles.button}
          appearance="transparent"
          size="small"
          icon={<TextWrap16Regular />}
          aria-label="Wrap lines"
          title="Wrap lines"
          aria-pressed={wrapped}
          onClick={() => setWrapped(!wrapped)}
        />
        <CopyButton text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <pre className={mergeClasses(styles.pre, wrapped && styles.wrapped)} tabIndex={0} translate="no">
        <code>
          {parts.map((part, index) => (
            <CodePart
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
              key={index}
              lines={part}
              before={index * LINES_IN_PART}
              isLast={index === parts.length - 1}
              changes={changes?.[index] ?? null}
              digits={digits}
              isOfMany={parts.length > 1}
            />
          ))}
        </code>
      </pre>
    </figure>
  );
}

function CopyButton({ text }: { text: string }) {
  const styles = useStyles();
  const [said, setSaid] = useState("");
  const say = (words: string) => {
    setSaid(words);
    setTimeout(() => setSaid((now) => (now === words ? "" : now)), SAID_MS);
  };
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => say("Copied"),
      () => say("It could not be copied. Select it and copy it yourself."),
    );
  return (
    <>
      <span role="status">{said}</span>
      <Button
        className={styles.button}
        appearance="transparent"
        size="small"
        icon={said === "Copied" ? <Checkmark16Regular /> : <Copy16Regular />}
        aria-label="Copy code"
        title="Copy code"
        onClick={copy}
      />
    </>
  );
}

const inParts = <T,>(lines: readonly T[]) =>
  Array.from({ length: Math.ceil(lines.length / LINES_IN_PART) }, (_, part) =>
    lines.slice(part * LINES_IN_PART, (part + 1) * LINES_IN_PART),
  );

const plainLines = (code: string): CodeLine[] => code.split(/\r\n|\r|\n/).map((text) => [{ text }]);
