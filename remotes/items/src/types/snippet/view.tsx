import { guessLanguage } from "@tessera/contracts-items/code-language.ts";
import type { Item, SnippetData } from "@tessera/contracts-items/items.ts";
import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Select } from "@tessera/fluent-extra";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import { RowSkeleton, useUiSettings } from "@tessera/ui";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { z } from "zod";
import { useEditRequest } from "../../detail/edit-request.tsx";
import { textAreaStyle } from "../../detail/text-area-style.ts";
import { loadPart } from "../../load-part.ts";
import { LANGUAGES, titleOf } from "./languages.ts";

/** Grammars come with the first snippet. */
const CodeBlock = lazy(async () => ({ default: (await loadPart(() => import("@tessera/code"))).CodeBlock }));

const useStyles = makeStyles({
  bar: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px", marginBottom: "12px" },
  grow: { flexGrow: 1 },
  field: {
    ...textAreaStyle,
    display: "block",
    minHeight: "200px",
    padding: "12px 16px",
    whiteSpace: "pre",
    overflowX: "auto",
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
        <textarea
          ref={field}
          className={styles.field}
          aria-label="Code"
          value={item.body}
          maxLength={MAX_BODY_LENGTH}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          placeholder="Paste or write code"
          onChange={(event) => edit({ body: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
            event.stopPropagation();
            done();
          }}
        />
      ) : (
        <Suspense fallback={<RowSkeleton rows={3} />}>
          <CodeBlock code={item.body} language={language} theme={codeTheme} />
        </Suspense>
      )}
    </>
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
