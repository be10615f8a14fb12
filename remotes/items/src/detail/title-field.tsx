import type { Item, ItemPatch } from "@tessera/contracts-items/items.ts";
import { MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { mergeClasses } from "@tessera/fluent";
import { type FocusEvent, type KeyboardEvent, lazy, Suspense, useContext, useEffect, useRef, useState } from "react";
import { loadPart } from "../load-part.ts";
import { offerUndo } from "../triage/undo.ts";
import { useEditRequest } from "./edit-request.tsx";
import { TextLanguage } from "./text-language.ts";
import type { ReadTitle } from "./title-words.tsx";
import { useDetailStyles } from "./use-detail-styles.ts";

const TitleWords = lazy(() => loadPart(() => import("./title-words.tsx")));

/**
 * The title of a card, edited where it stands. Enter or leaving keeps it, Escape takes it back; it is never empty.
 * Words that are typed into it become fields when it is left, as in a capture.
 */
export function TitleField(props: {
  item: Item;
  /** The card is done. */
  struck?: boolean;
  edit: (patch: ItemPatch) => void;
}) {
  const { item, edit } = props;
  const { title } = item;
  const onChange = (next: string) => edit({ title: next });
  const styles = useDetailStyles();
  const language = useContext(TextLanguage);
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState<string | null>(null);
  const before = useRef(title);
  const read = useRef<ReadTitle | null>(null);
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
  const commit = () => {
    const patch = read.current?.patch();
    if (text !== null && !text.trim()) onChange(before.current);
    else if (patch) {
      const had = Object.keys(patch).map((field) => [field, item[field as keyof Item]]);
      const data = Object.keys(patch.data ?? {}).map((key) => [key, item.data[key] ?? null]);
      edit(patch);
      const back = { ...Object.fromEntries(had), ...(patch.data ? { data: Object.fromEntries(data) } : {}) };
      offerUndo(`Words became fields: “${patch.title}”`, async () => edit(back));
    }
    setText(null);
  };
  /** To a chip is not out of the title. */
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) commit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart: at, selectionEnd } = event.currentTarget;
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      field.current?.blur();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      onChange(before.current);
      read.current = null;
      setText(null);
      field.current?.blur();
    } else if (event.key === "Backspace" && at === selectionEnd && read.current?.refuseAt(at)) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it notices that the title or its chips lose the keyboard
    <div className={styles.titled} onBlur={onBlur}>
      <textarea
        ref={field}
        className={mergeClasses(styles.title, props.struck && styles.struck)}
        aria-label="Title"
        lang={language}
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
        onKeyDown={onKeyDown}
      />
      {text !== null && (
        <Suspense>
          {/* A click on a chip leaves the keyboard in the title. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the chips inside act */}
          <div onMouseDown={(event) => event.preventDefault()}>
            <TitleWords item={item} text={text} before={before.current} read={read} />
          </div>
        </Suspense>
      )}
    </div>
  );
}
