import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import type { DialogActions } from "@tessera/shell-api";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { items, keys } from "../api.ts";
import { useTagFieldStyles } from "./tag-field-styles.ts";
import { TagWord } from "./tag-word.tsx";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "8px" },
  // As high with one match as with many: the dialog does not jump while a person types.
  list: { height: "min(320px, 50vh)", overflowY: "auto" },
  none: { margin: 0, padding: "8px", color: tokens.colorNeutralForeground3 },
});

/** Matches that are shown: more of them are found by more letters. */
const SHOWN = 100;

/** Every tag in use, the most used first, narrowed by what is typed. */
export function TagPicker({ dialog }: { dialog: DialogActions<string> }) {
  const styles = useStyles();
  const list = useTagFieldStyles();
  const id = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const used = useQuery({ queryKey: keys.tags, queryFn: ({ signal }) => items.tags(signal), staleTime: 30_000 });
  const word = text.trim().toLowerCase();
  const found = useMemo(() => {
    const begins = (tag: string) => Number(tag.toLowerCase().startsWith(word));
    return (used.data ?? [])
      .filter(({ tag }) => tag.toLowerCase().includes(word))
      .sort((a, b) => begins(b.tag) - begins(a.tag) || b.count - a.count)
      .slice(0, SHOWN);
  }, [used.data, word]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = found[active];
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      const next = (active + step + found.length) % found.length;
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      dialog.close(chosen.tag);
    }
  };
  return (
    <div className={styles.root}>
      <div className={list.field}>
        <input
          ref={input}
          className={list.input}
          role="combobox"
          aria-label="Tag"
          aria-expanded={true}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          placeholder="Type a part of it"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={id} role="listbox" aria-label="Tags in use" className={styles.list}>
        {found.map(({ tag, count }, index) => (
          <div
            key={tag}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={mergeClasses(list.option, index === active && list.active)}
            onPointerDown={(event) => {
              event.preventDefault();
              dialog.close(tag);
            }}
          >
            <span>
              <TagWord tag={tag} />
            </span>
            <span className={list.count}>{count.toLocaleString()}</span>
          </div>
        ))}
        {used.data && found.length === 0 && (
          <p className={styles.none} role="status">
            {word ? `No tag has “${text.trim()}” in it.` : "No card has a tag yet."}
          </p>
        )}
      </div>
    </div>
  );
}
