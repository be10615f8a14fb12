import { MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { mergeClasses } from "@tessera/fluent";
import { useEffect, useRef, useState } from "react";
import { useEditRequest } from "./edit-request.tsx";
import { useDetailStyles } from "./use-detail-styles.ts";

/** The title of a card, edited where it stands. Enter or leaving keeps it, Escape takes it back; it is never empty. */
export function TitleField(props: {
  title: string;
  /** The card is done. */
  struck?: boolean;
  onChange: (title: string) => void;
}) {
  const { title, onChange } = props;
  const styles = useDetailStyles();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState<string | null>(null);
  const before = useRef(title);
  useEditRequest("title", () => {
    field.current?.focus();
    field.current?.select();
  });
  const shown = text ?? title;
  // Where the browser cannot size a field by its content, its height follows here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useEffect(() => {
    const element = field.current;
    if (!element || CSS.supports?.("field-sizing", "content")) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [shown]);
  return (
    <textarea
      ref={field}
      className={mergeClasses(styles.title, props.struck && styles.struck)}
      aria-label="Title"
      rows={1}
      maxLength={MAX_TITLE_LENGTH}
      value={shown}
      onFocus={() => {
        before.current = title;
      }}
      onChange={(event) => {
        const next = event.target.value.replaceAll("\n", " ");
        setText(next);
        if (next.trim()) onChange(next.trim());
      }}
      onBlur={() => {
        if (text !== null && !text.trim()) onChange(before.current);
        setText(null);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") {
          event.preventDefault();
          field.current?.blur();
        } else if (event.key === "Escape") {
          event.stopPropagation();
          onChange(before.current);
          setText(null);
          field.current?.blur();
        }
      }}
    />
  );
}
