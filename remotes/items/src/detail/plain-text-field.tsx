import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import { makeStyles } from "@tessera/fluent";
import {
  type ChangeEvent,
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useContext,
  useId,
  useRef,
  useState,
} from "react";
import { loadPart } from "../load-part.ts";
import type { ListKeys } from "../mentions/caret-list.tsx";
import { caretPlace } from "../mentions/caret-place.ts";
import { type Trigger, triggerAt } from "../mentions/trigger.ts";
import { continueList } from "./continue-list.ts";
import { CardId } from "./edit-request.tsx";
import { textAreaStyle } from "./text-area-style.ts";
import { TextLanguage } from "./text-language.ts";

/** Nobody mentions a card in every text. */
const Picker = lazy(async () => ({ default: (await loadPart(() => import("../mentions/picker.tsx"))).Picker }));

const useStyles = makeStyles({
  field: {
    ...textAreaStyle,
    display: "block",
    minHeight: "160px",
    padding: "12px 16px",
    fontFamily: "inherit",
    fontSize: "16px",
    lineHeight: "26px",
  },
  writing: { position: "relative" },
});

/** Signs set around the selection by Ctrl or Cmd and a letter. */
const MARKS: Record<string, string> = { b: "**", i: "_", e: "`" };

interface Props {
  label: string;
  text: string;
  placeholder: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onFocus?: () => void;
  /** Escape. */
  onLeave: () => void;
}

/** A text as it is, in a field of the browser: the source view, and what is there until the editor is. */
export function PlainTextField({ label, text, placeholder, field, onChange, onFocus, onLeave }: Props) {
  const styles = useStyles();
  const language = useContext(TextLanguage);
  const picking = usePicking(field, onChange);
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
      onLeave();
    }
  };
  return (
    <div className={styles.writing}>
      <textarea
        ref={field}
        lang={language}
        className={styles.field}
        aria-label={label}
        placeholder={placeholder}
        maxLength={MAX_BODY_LENGTH}
        value={text}
        onFocus={onFocus}
        {...picking.field}
        onKeyDown={onKeyDown}
      />
      {picking.list}
    </div>
  );
}

/** The list of cards behind "@" and "[[" in a field: its part of the field, and of the keys. */
function usePicking(field: RefObject<HTMLTextAreaElement | null>, onChange: (text: string) => void) {
  const cardId = useContext(CardId);
  const listId = useId();
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const keys = useRef<ListKeys | null>(null);
  /** Where a list was closed: more letters there do not open it again. */
  const closed = useRef<number | null>(null);
  const placeOf = useCallback(
    (index: number) => {
      const element = field.current;
      if (!element) return { left: 0, top: 0, width: 0 };
      const { left, top, line } = caretPlace(element, index);
      const { offsetLeft, offsetTop, clientWidth } = element;
      return { left: offsetLeft + left, top: offsetTop + top + line, width: offsetLeft + clientWidth };
    },
    [field],
  );
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
          {...{ id: listId, placeOf, keys, onActive: setActive, onClose: close }}
          trigger={trigger}
          cardId={cardId}
          onPick={pick}
        />
      </Suspense>
    ),
  };
}
