import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Keycap } from "@tessera/ui";
import { Markdown } from "@tessera/ui/markdown";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useEditRequest } from "./edit-request.tsx";

const useStyles = makeStyles({
  bar: { display: "flex", alignItems: "center", justifyContent: "space-between", gap: "8px", marginBottom: "8px" },
  label: { fontSize: "12px", lineHeight: "16px", fontWeight: 600, color: tokens.colorNeutralForeground2 },
  field: {
    display: "block",
    width: "100%",
    minHeight: "160px",
    padding: "12px 16px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: "6px",
    resize: "vertical",
    fieldSizing: "content",
    fontFamily: "inherit",
    fontSize: "16px",
    lineHeight: "26px",
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
    "::placeholder": { color: tokens.colorNeutralForeground3 },
  },
  button: { marginRight: "-8px", minWidth: 0 },
  keyed: { display: "inline-flex", alignItems: "center", gap: "6px" },
});

/** Signs set around the selection by Ctrl or Cmd and a letter. */
const MARKS: Record<string, string> = { b: "**", i: "_" };

/** Text in Markdown: read as it will look, written in a plain field. Each letter goes to `onChange`, which keeps it. */
export function MarkdownField(props: {
  label: string;
  text: string;
  placeholder: string;
  writing?: boolean;
  onChange: (text: string) => void;
}) {
  const styles = useStyles();
  const [writing, setWriting] = useState(props.writing ?? props.text.trim() === "");
  const field = useRef<HTMLTextAreaElement>(null);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!writing || !wantsFocus.current) return;
    wantsFocus.current = false;
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, [writing]);

  const write = () => {
    wantsFocus.current = true;
    setWriting(true);
    if (writing) field.current?.focus();
  };
  useEditRequest("text", write);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const mark = event.ctrlKey || event.metaKey ? MARKS[event.key.toLowerCase()] : undefined;
    const element = event.currentTarget;
    if (mark) {
      event.preventDefault();
      const { selectionStart: start, selectionEnd: end, value } = element;
      // insertText keeps the browser's own undo.
      document.execCommand("insertText", false, `${mark}${value.slice(start, end)}${mark}`);
      element.setSelectionRange(start + mark.length, end + mark.length);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      if (props.text.trim()) setWriting(false);
      else element.blur();
    }
  };
  return (
    <div>
      <div className={styles.bar}>
        <span className={styles.label}>{props.label}</span>
        {writing ? (
          props.text.trim() && (
            <Button size="small" appearance="subtle" className={styles.button} onClick={() => setWriting(false)}>
              <span className={styles.keyed}>
                Preview <Keycap>Esc</Keycap>
              </span>
            </Button>
          )
        ) : (
          <Button size="small" appearance="subtle" className={styles.button} onClick={write}>
            Edit
          </Button>
        )}
      </div>
      {writing ? (
        <textarea
          ref={field}
          className={styles.field}
          aria-label={props.label}
          placeholder={props.placeholder}
          maxLength={MAX_BODY_LENGTH}
          value={props.text}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse; the Edit button does the same
        <div onDoubleClick={write}>
          <Markdown text={props.text} />
        </div>
      )}
    </div>
  );
}
