import type { CodeUnderFieldProps } from "@tessera/code";
import { guessLanguage } from "@tessera/contracts-items/code-language.ts";
import type { Item, SnippetData } from "@tessera/contracts-items/items.ts";
import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Select } from "@tessera/fluent-extra";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import { RowSkeleton, type UiSettings, useUiSettings } from "@tessera/ui";
import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { z } from "zod";
import { useEditRequest } from "../../detail/edit-request.tsx";
import { textAreaStyle } from "../../detail/text-area-style.ts";
import { loadPart } from "../../load-part.ts";
import { LANGUAGES, titleOf } from "./languages.ts";

/** Grammars come with the first snippet. */
const CodeBlock = lazy(async () => ({ default: (await loadPart(() => import("@tessera/code"))).CodeBlock }));

type UnderProps = Omit<CodeUnderFieldProps, "theme"> & Pick<UiSettings, "mode" | "codeTheme">;
/** Without it code is written plainly. */
const Under = lazy<ComponentType<UnderProps>>(async () => {
  try {
    const { CodeUnderField, themeOn } = await loadPart(() => import("@tessera/code"));
    return {
      default: ({ mode, codeTheme, ...props }: UnderProps) => (
        <CodeUnderField {...props} theme={themeOn(mode, codeTheme)} />
      ),
    };
  } catch (error) {
    console.error("The code has no colours while it is written:", error);
    return { default: () => null };
  }
});

const useStyles = makeStyles({
  bar: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px", marginBottom: "12px" },
  grow: { flexGrow: 1 },
  frame: {
    ...textAreaStyle,
    position: "relative",
    overflow: "hidden",
    ":focus-within": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
  },
  field: {
    position: "relative",
    display: "block",
    width: "100%",
    minHeight: "200px",
    padding: "12px 16px",
    border: "none",
    outlineStyle: "none",
    resize: "vertical",
    fieldSizing: "content",
    color: tokens.colorNeutralForeground1,
    caretColor: tokens.colorNeutralForeground1,
    backgroundColor: "transparent",
    whiteSpace: "pre",
    overflowX: "auto",
    tabSize: 4,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: "14px",
    lineHeight: "20px",
    "::placeholder": { color: tokens.colorNeutralForeground3 },
    "@media (pointer: coarse)": { fontSize: "16px", lineHeight: "24px" },
  },
  // The same text lies under it in colours.
  unseen: { color: "transparent" },
  under: {
    position: "absolute",
    inset: 0,
    margin: 0,
    padding: "12px 16px",
    overflow: "hidden",
    tabSize: 4,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: "14px",
    lineHeight: "20px",
    "@media (pointer: coarse)": { fontSize: "16px", lineHeight: "24px" },
  },
});

const languageOf = (item: Item) => (item.data as z.output<typeof SnippetData>).language;

function Body({ item, edit, saved }: ItemBodyProps) {
  const styles = useStyles();
  const { codeTheme } = useUiSettings();
  const [writing, setWriting] = useState(item.body === "");
  const field = useRef<HTMLTextAreaElement>(null);
  const chosen = languageOf(item);
  const guessed = useMemo(() => guessLanguage(item.body)?.language, [item.body]);
  const language = chosen ?? guessed ?? "text";
  useEffect(() => {
    if (writing) field.current?.focus();
  }, [writing]);
  useEditRequest("text", () => setWriting(true));
  const done = () => {
    setWriting(false);
    void saved();
  };
  return (
    <>
      <div className={styles.bar}>
        <Select
          size="small"
          aria-label="Language"
          value={chosen ?? ""}
          onChange={(_, { value }) => edit({ data: { language: value || null } })}
        >
          <option value="">{guessed ? `${titleOf(guessed)} (guessed)` : "Plain text"}</option>
          {chosen && !LANGUAGES.some(([id]) => id === chosen) && <option value={chosen}>{chosen}</option>}
          {LANGUAGES.map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
        <span className={styles.grow} />
        <Button size="small" onClick={() => (writing ? done() : setWriting(true))}>
          {writing ? "Done" : "Edit"}
        </Button>
      </div>
      {writing ? (
        <CodeField
          code={item.body}
          language={language}
          onChange={(body) => edit({ body })}
          onLeave={done}
          field={field}
        />
      ) : (
        <Suspense fallback={<RowSkeleton rows={3} />}>
          <CodeBlock code={item.body} language={language} theme={codeTheme} lineNumbers />
        </Suspense>
      )}
    </>
  );
}

interface CodeFieldProps {
  code: string;
  language: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (code: string) => void;
  onLeave: () => void;
}

/** A plain field, with the colours of its text under it once they are there. */
function CodeField({ code, language, field, onChange, onLeave }: CodeFieldProps) {
  const styles = useStyles();
  const { mode, codeTheme } = useUiSettings();
  const [coloured, setColoured] = useState(false);
  return (
    <div className={styles.frame}>
      {code !== "" && (
        <Suspense fallback={null}>
          <Under {...{ code, language, field, mode, codeTheme }} className={styles.under} onShown={setColoured} />
        </Suspense>
      )}
      <textarea
        ref={field}
        className={mergeClasses(styles.field, coloured && styles.unseen)}
        aria-label="Code"
        value={code}
        maxLength={MAX_BODY_LENGTH}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        placeholder="Paste or write code"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
          event.stopPropagation();
          onLeave();
        }}
      />
    </div>
  );
}

/** What language it is in, and how long it is. */
function facts(item: Item) {
  const language = languageOf(item);
  const lines = item.body.split("\n").length;
  return [
    language ? <span key="language">{titleOf(language)}</span> : null,
    <span key="lines">{`${lines.toLocaleString()} ${lines === 1 ? "line" : "lines"}`}</span>,
  ].filter(Boolean);
}

/** A piece of code: read in colours, written as plain text. */
const view: ItemTypeView = { Body, facts };
export default view;
