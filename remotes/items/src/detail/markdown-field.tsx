import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Keycap } from "@tessera/ui";
import {
  type ChangeEvent,
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { loadPart } from "../load-part.ts";
import { MentionText } from "../mentions/mention-text.tsx";
import type { PickerKeys } from "../mentions/picker.tsx";
import { type Trigger, triggerAt } from "../mentions/trigger.ts";
import { continueList } from "./continue-list.ts";
import { CardId, useEditRequest } from "./edit-request.tsx";

/** Nobody mentions a card in every text. */
const Picker = lazy(async () => ({ default: (await loadPart(() => import("../mentions/picker.tsx"))).Picker }));

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
  writing: { position: "relative" },
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
  const picking = usePicking(field, props.onChange);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (picking.takes(event)) return;
    const mark = event.ctrlKey || event.metaKey ? MARKS[event.key.toLowerCase()] : undefined;
    const element = event.currentTarget;
    if (mark) {
      event.preventDefault();
      const { selectionStart: start, selectionEnd: end, value } = element;
      // insertText keeps the browser's own undo.
      document.execCommand("insertText", false, `${mark}${value.slice(start, end)}${mark}`);
      element.setSelectionRange(start + mark.length, end + mark.length);
    } else if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (element.selectionStart !== element.selectionEnd) return;
      const next = continueList(element.value, element.selectionStart);
      if (!next) return;
      event.preventDefault();
      element.setSelectionRange(next.from, element.selectionEnd);
      // As above: an empty text deletes what is selected.
      document.execCommand(next.text ? "insertText" : "delete", false, next.text);
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
        <div className={styles.writing}>
          <textarea
            ref={field}
            className={styles.field}
            aria-label={props.label}
            placeholder={props.placeholder}
            maxLength={MAX_BODY_LENGTH}
            value={props.text}
            {...picking.field}
            onKeyDown={onKeyDown}
          />
          {picking.list}
        </div>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse; the Edit button does the same
        <div onDoubleClick={write}>
          <MentionText text={props.text} />
        </div>
      )}
    </div>
  );
}

/** The list of cards behind "@" and "[[" in a field: its part of the field, and of the keys. */
function usePicking(field: RefObject<HTMLTextAreaElement | null>, onChange: (text: string) => void) {
  const cardId = useContext(CardId);
  const listId = useId();
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const keys = useRef<PickerKeys | null>(null);
  /** Where a list was closed: more letters there do not open it again. */
  const closed = useRef<number | null>(null);
  const look = (element: HTMLTextAreaElement, opens: boolean) => {
    const found = triggerAt(element.value, element.selectionStart);
    if (found?.from !== closed.current) closed.current = null;
    const stays = found !== null && closed.current === null && element.selectionStart === element.selectionEnd;
    setTrigger((before) => (stays && (opens || before) ? found : null));
  };
  const close = () => {
    closed.current = trigger?.from ?? null;
    setTrigger(null);
  };
  const pick = ({ from, to }: Trigger, text: string) => {
    const element = field.current;
    setTrigger(null);
    if (!element) return;
    const written = /^\s/.test(element.value.slice(to)) ? text : `${text} `;
    element.focus();
    element.setSelectionRange(from, to);
    // insertText keeps the browser's own undo.
    if (document.execCommand?.("insertText", false, written)) return;
    element.setRangeText(written, from, to, "end");
    onChange(element.value);
  };
  return {
    /** Keys that the list takes are not the field's. */
    takes(event: KeyboardEvent): boolean {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      if (!trigger || !plain || !keys.current?.(event.key)) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    field: {
      "aria-autocomplete": "list" as const,
      "aria-controls": active ? listId : undefined,
      "aria-activedescendant": active ?? undefined,
      onChange(event: ChangeEvent<HTMLTextAreaElement>) {
        onChange(event.target.value);
        // What an input method has not settled yet is no name.
        if (!(event.nativeEvent as InputEvent).isComposing) look(event.target, true);
      },
      onCompositionEnd: ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => look(currentTarget, true),
      onSelect: ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => look(currentTarget, false),
      onBlur: () => setTrigger(null),
    },
    list: trigger && field.current && (
      <Suspense>
        <Picker
          id={listId}
          trigger={trigger}
          field={field.current}
          cardId={cardId}
          onPick={pick}
          onClose={close}
          keys={keys}
          onActive={setActive}
        />
      </Suspense>
    ),
  };
}
