import { History16Regular } from "@fluentui/react-icons/svg/history";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { IconButton, Keycap } from "@tessera/ui";
import { useContext, useEffect, useRef, useState } from "react";
import type { EditorHandle, Selected } from "../editor/editor-props.ts";
import { isSourceView, keepSourceView } from "../editor/source-view.ts";
import { tickTask } from "../editor/tick-task.ts";
import { useTextEditor } from "../editor/use-text-editor.ts";
import { MentionText } from "../mentions/mention-text.tsx";
import { useEditRequest } from "./edit-request.tsx";
import { EarlierTexts } from "./history/earlier-texts.ts";
import { LONG_TEXT } from "./long-text.ts";
import { PlainTextField } from "./plain-text-field.tsx";
import { TextLanguage } from "./text-language.ts";

const useStyles = makeStyles({
  bar: { display: "flex", alignItems: "center", gap: "8px", marginBottom: "8px" },
  label: {
    marginRight: "auto",
    fontSize: "12px",
    lineHeight: "16px",
    fontWeight: 600,
    color: tokens.colorNeutralForeground2,
  },
  last: { marginRight: "-8px" },
  button: { minWidth: 0 },
  keyed: { display: "inline-flex", alignItems: "center", gap: "6px" },
  note: { margin: "4px 0 0", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/**
 * Text in Markdown: read as it will look; written in an editor that is loaded when somebody writes, or as its source in
 * a plain field, which also stands in for the editor until it is there. Beside a long text the editor is loaded while
 * it is read. Each letter goes to `onChange`, which keeps it.
 */
export function MarkdownField(props: {
  label: string;
  text: string;
  placeholder: string;
  writing?: boolean;
  onChange: (text: string) => void;
}) {
  const { label, text, placeholder, onChange } = props;
  const styles = useStyles();
  const earlier = useContext(EarlierTexts);
  const language = useContext(TextLanguage);
  const [writing, setWriting] = useState(props.writing ?? text.trim() === "");
  /** Whether somebody writes, or is about to. */
  const [begun, setBegun] = useState(false);
  const [source, setSource] = useState(isSourceView);
  const field = useRef<HTMLTextAreaElement>(null);
  const handle = useRef<EditorHandle>(null);
  /** Whether letters went into the plain field since writing began. */
  const typed = useRef(false);
  const wanted = useRef<{ selected: Selected | null } | null>(null);
  // A plain field takes long to lay out a long text.
  const { Editor, failed } = useTextEditor(!source && ((writing && begun) || text.length >= LONG_TEXT), writing, field);
  const live = writing && !source && Editor !== null;

  useEffect(() => {
    if (!writing || !wanted.current) return;
    const { selected } = wanted.current;
    wanted.current = null;
    if (live) return handle.current?.focus();
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(selected?.anchor ?? end, selected?.head ?? end);
  }, [writing, live]);

  const write = () => {
    typed.current = false;
    wanted.current = { selected: null };
    setBegun(true);
    setWriting(true);
    if (writing) {
      handle.current?.focus();
      field.current?.focus();
    }
  };
  useEditRequest("text", write);
  const leave = () => {
    if (text.trim()) setWriting(false);
    else (document.activeElement as HTMLElement | null)?.blur();
  };
  const showSource = (on: boolean) => {
    handle.current?.tell();
    wanted.current = { selected: on ? (handle.current?.selected() ?? null) : selectionOf(field.current) };
    keepSourceView(on);
    setSource(on);
    setBegun(true);
  };
  const before = selectionOf(field.current);
  return (
    <div>
      <div className={styles.bar}>
        <span className={styles.label}>{label}</span>
        {earlier && <IconButton size="small" icon={<History16Regular />} label="Earlier texts" onClick={earlier} />}
        {writing && source && (
          <Button size="small" appearance="subtle" className={styles.button} onClick={() => showSource(false)}>
            Formatted
          </Button>
        )}
        {writing ? (
          text.trim() && (
            <Button
              size="small"
              appearance="subtle"
              className={mergeClasses(styles.button, styles.last)}
              onClick={() => {
                handle.current?.tell();
                setWriting(false);
              }}
            >
              <span className={styles.keyed}>
                Preview <Keycap>Esc</Keycap>
              </span>
            </Button>
          )
        ) : (
          <Button size="small" appearance="subtle" className={mergeClasses(styles.button, styles.last)} onClick={write}>
            Edit
          </Button>
        )}
      </div>
      {!writing ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse; the Edit button does the same
        <div lang={language} onDoubleClick={({ target }) => target instanceof HTMLInputElement || write()}>
          <MentionText
            text={text}
            onTick={(task, tasks) => {
              const ticked = tickTask(text, task, tasks);
              if (ticked !== null) onChange(ticked);
              else write();
            }}
          />
        </div>
      ) : live ? (
        <Editor
          label={label}
          text={text}
          placeholder={placeholder}
          selection={wanted.current?.selected ?? before ?? { anchor: text.length, head: text.length }}
          focused={wanted.current !== null || before !== null}
          goesOn={typed.current}
          handle={handle}
          onChange={onChange}
          onLeave={leave}
          onSource={() => showSource(true)}
        />
      ) : (
        <PlainTextField
          label={label}
          text={text}
          placeholder={placeholder}
          field={field}
          onChange={(next) => {
            typed.current = true;
            onChange(next);
          }}
          onFocus={() => setBegun(true)}
          onLeave={leave}
        />
      )}
      {writing && failed && (
        <p className={styles.note}>The editor could not be loaded. This is the text as it is; all of it is saved.</p>
      )}
    </div>
  );
}

/** What is selected in a field that has the keyboard; null in another. */
function selectionOf(field: HTMLTextAreaElement | null): Selected | null {
  if (!field || document.activeElement !== field) return null;
  const { selectionStart: from, selectionEnd: to } = field;
  return { anchor: from, head: to };
}
