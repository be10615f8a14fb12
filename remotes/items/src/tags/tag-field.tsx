import { Dismiss12Regular } from "@fluentui/react-icons/svg/dismiss";
import { MAX_TAG_LENGTH } from "@tessera/contracts-items/limits.ts";
import { tagFault } from "@tessera/contracts-items/tag.ts";
import { mergeClasses } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import { type KeyboardEvent, type Ref, useId, useMemo, useState } from "react";
import { items, keys } from "../api.ts";
import { useTagFieldStyles } from "./tag-field-styles.ts";

/** Suggestions shown at a time. */
const SUGGESTED = 8;
const equal = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Tags as words in a field: Enter or comma adds, Backspace takes the last back; tags in use are suggested. */
export function TagField(props: {
  label: string;
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  /** Enter in the empty field. */
  onDone?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  /** Suggestions take room below the field instead of covering what is there. */
  inFlow?: boolean;
}) {
  const styles = useTagFieldStyles();
  const listId = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState(-1);
  const [open, setOpen] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const used = useQuery({ queryKey: keys.tags, queryFn: ({ signal }) => items.tags(signal), staleTime: 30_000 });

  const word = text.trim().toLowerCase();
  const options = useMemo(
    () =>
      (used.data ?? [])
        .filter(({ tag }) => tag.toLowerCase().includes(word) && !props.tags.some((one) => equal(one, tag)))
        .sort(
          (a, b) =>
            Number(b.tag.toLowerCase().startsWith(word)) - Number(a.tag.toLowerCase().startsWith(word)) ||
            b.count - a.count,
        )
        .slice(0, SUGGESTED),
    [used.data, word, props.tags],
  );
  const shown = (open || props.inFlow === true) && options.length > 0;

  const add = (value: string) => {
    const added = value.trim();
    const found = tagFault(added);
    if (found !== null) return setFault(found);
    if (!props.tags.some((tag) => equal(tag, added))) props.onChange([...props.tags, added]);
    setText("");
    setActive(-1);
    setFault(null);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((at) => (options.length === 0 ? -1 : (at + step + options.length) % options.length));
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const option = shown ? options[active] : undefined;
      if (option) add(option.tag);
      else if (text.trim()) add(text);
      else props.onDone?.();
    } else if (event.key === "," || (event.key === "Tab" && text.trim() && !event.shiftKey)) {
      event.preventDefault();
      if (text.trim()) add(options[active]?.tag ?? text);
    } else if (event.key === "Backspace" && text === "" && props.tags.length > 0) {
      props.onChange(props.tags.slice(0, -1));
    } else if (event.key === "Escape" && shown && !props.inFlow) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <div className={styles.root}>
      <div className={styles.field}>
        {props.tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove tag ${tag}`}
              onClick={() => props.onChange(props.tags.filter((one) => one !== tag))}
            >
              <Dismiss12Regular />
            </button>
          </span>
        ))}
        <input
          ref={props.inputRef}
          className={styles.input}
          role="combobox"
          aria-label={props.label}
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
          aria-invalid={fault !== null}
          placeholder={props.tags.length === 0 ? "Add a tag" : ""}
          value={text}
          maxLength={MAX_TAG_LENGTH}
          onChange={(event) => {
            setText(event.target.value);
            setFault(null);
            setOpen(true);
            setActive(-1);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            setOpen(false);
            if (text.trim()) add(text);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {shown && (
        <div
          id={listId}
          role="listbox"
          aria-label="Tags in use"
          className={mergeClasses(styles.list, props.inFlow && styles.inFlow)}
        >
          {options.map(({ tag, count }, index) => (
            <div
              key={tag}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              className={mergeClasses(styles.option, index === active && styles.active)}
              onPointerDown={(event) => {
                event.preventDefault();
                add(tag);
              }}
            >
              <span>{tag}</span>
              <span className={styles.count}>{count.toLocaleString()}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
