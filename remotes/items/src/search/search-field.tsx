import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import { Search16Regular } from "@fluentui/react-icons/svg/search";
import { MAX_SEARCH_LENGTH } from "@tessera/contracts-items/limits.ts";
import { parseSearch, qualifier, type SearchMistake } from "@tessera/contracts-items/search/language.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { keepPreviousData, useQuery } from "@tessera/query";
import { IconButton } from "@tessera/ui";
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { items, keys } from "../api.ts";
import { useItemTypes } from "../types/item-types.ts";
import { type Suggestion, suggestionsAt } from "./suggest.ts";

const useStyles = makeStyles({
  form: {
    position: "relative",
    flexShrink: 0,
    margin: "0 12px 8px",
    "@media (max-width: 959.98px)": { marginTop: "8px" },
  },
  field: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    height: "36px",
    padding: "0 4px 0 10px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: "6px",
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground1,
    ":focus-within": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
    "@media (max-width: 959.98px)": { height: "44px" },
  },
  input: {
    flexGrow: 1,
    minWidth: 0,
    border: "none",
    outlineStyle: "none",
    font: "inherit",
    color: tokens.colorNeutralForeground1,
    backgroundColor: "transparent",
    "::placeholder": { color: tokens.colorNeutralForeground3 },
    "::-webkit-search-cancel-button": { display: "none" },
  },
  options: {
    position: "absolute",
    top: "100%",
    left: 0,
    right: 0,
    zIndex: 3,
    marginTop: "4px",
    padding: "4px",
    maxHeight: "min(320px, 50vh)",
    overflowY: "auto",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "6px",
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  option: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "12px",
    minHeight: "32px",
    padding: "0 8px",
    borderRadius: "4px",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    "@media (max-width: 959.98px)": { minHeight: "44px" },
  },
  active: { backgroundColor: "var(--sel)", outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  about: { color: tokens.colorNeutralForeground3, fontSize: "12px", textAlign: "right" },
  problem: { margin: "6px 0 0", color: tokens.colorNeutralForeground2, fontSize: "12px", lineHeight: "16px" },
  wrong: { color: tokens.colorStatusDangerForeground1 },
  query: { display: "block", overflowWrap: "anywhere", fontFamily: tokens.fontFamilyMonospace },
  mark: {
    color: "inherit",
    backgroundColor: "transparent",
    textDecorationLine: "underline",
    textDecorationStyle: "wavy",
  },
});

/** Debounce before the address changes and the service is asked, in ms. */
const PAUSE = 180;
/** Tags that are offered. */
const OFFERED = 8;

export interface SearchFieldProps {
  /** The search of the address. */
  q: string;
  onSearch: (q: string) => void;
  /** Enter, or an arrow down: the keyboard goes to what was found. */
  onLeave: () => void;
  focusRequest: number;
}

/** The field of `/search`: says what is wrong and where, and offers qualifiers and their values. */
export function SearchField({ q, onSearch, onLeave, focusRequest }: SearchFieldProps) {
  const styles = useStyles();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const types = useItemTypes();
  const [text, setText] = useState(q);
  /** The search that was asked for last. */
  const [sent, setSent] = useState(q);
  /** Searches on their way to the address: it follows later, when more may have been typed. */
  const going = useRef(new Set<string>());
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(-1);
  useEffect(() => {
    if (going.current.delete(q)) return;
    going.current.clear();
    setSent(q);
    setText(q);
  }, [q]);
  const ask = useCallback(
    (wanted: string) => {
      going.current.add(wanted);
      setSent(wanted);
      onSearch(wanted);
    },
    [onSearch],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request takes the focus, an empty field the first
  useEffect(() => {
    if (focusRequest > 0 || !q) input.current?.focus();
  }, [focusRequest]);
  const { mistake } = parseSearch(text);
  const good = !mistake;
  useEffect(() => {
    const wanted = text.trim();
    if (!good || wanted === sent) return;
    const timer = setTimeout(() => ask(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [text, sent, good, ask]);

  const found = caret === null ? null : suggestionsAt(text, caret, types);
  const tags = useQuery({
    queryKey: keys.tagList({ q: found?.tag }),
    queryFn: ({ signal }) => items.findTags(found?.tag ? { q: found.tag } : {}, signal),
    enabled: found?.tag !== undefined,
    placeholderData: keepPreviousData,
  });
  const ofTags = (tags.data ?? [])
    .slice(0, OFFERED)
    .map(({ tag, count }): Suggestion => ({ text: qualifier("tag", tag), about: count.toLocaleString() }));
  const offered = found?.tag === undefined ? (found?.lines ?? []) : ofTags;
  const open = offered.length > 0;

  const at = (place: number | null) => {
    setCaret(place);
    setActive(-1);
  };
  const take = ({ text: chosen }: Suggestion) => {
    if (!found) return;
    const whole = chosen.endsWith(":") ? chosen : `${chosen} `;
    setText(text.slice(0, found.start) + whole + text.slice(found.end).trimStart());
    const place = found.start + whole.length;
    at(place);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(place, place);
    });
  };
  const clear = () => {
    setText("");
    ask("");
    at(null);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const chosen = offered[active];
    const handled = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (open && (key === "ArrowDown" || key === "ArrowUp")) {
      handled();
      const step = key === "ArrowDown" ? 1 : -1;
      const places = offered.length + 1;
      setActive((now) => ((now + 1 + step + places) % places) - 1);
    } else if (chosen && (key === "Enter" || key === "Tab")) {
      handled();
      take(chosen);
    } else if (key === "Escape") {
      handled();
      if (open) at(null);
      else if (text) clear();
      else onLeave();
    } else if (key === "ArrowDown" || key === "Enter") {
      handled();
      at(null);
      if (good && text.trim() !== sent) ask(text.trim());
      if (good) onLeave();
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: jsdom and older browsers do not know <search>
    <form role="search" className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <div className={styles.field}>
        <Search16Regular aria-hidden="true" />
        <input
          ref={input}
          type="search"
          role="combobox"
          className={styles.input}
          aria-label="Search all cards"
          placeholder="Search all cards"
          aria-expanded={open}
          aria-autocomplete="list"
          aria-controls={open ? `${id}options` : undefined}
          aria-activedescendant={offered[active] ? `${id}${active}` : undefined}
          aria-invalid={mistake && !mistake.unfinished ? true : undefined}
          aria-describedby={mistake ? `${id}problem` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          maxLength={MAX_SEARCH_LENGTH}
          onChange={({ target }) => {
            setText(target.value);
            at(target.selectionStart);
          }}
          onClick={({ currentTarget }) => at(currentTarget.selectionStart)}
          onBlur={() => at(null)}
          onKeyDown={onKeyDown}
        />
        {text && <IconButton icon={<Dismiss16Regular />} size="small" label="Clear the search" onClick={clear} />}
      </div>
      {open && (
        <div id={`${id}options`} role="listbox" aria-label="Suggestions" className={styles.options}>
          {offered.map((one, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard; aria-activedescendant names the option
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={one.text}
              id={`${id}${index}`}
              role="option"
              aria-selected={index === active}
              className={mergeClasses(styles.option, index === active && styles.active)}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(one)}
            >
              <span>{one.text}</span>
              <span className={styles.about}>{one.about}</span>
            </div>
          ))}
        </div>
      )}
      {mistake && <Problem id={`${id}problem`} text={text} mistake={mistake} />}
    </form>
  );
}

/** What is wrong, and the place; while it may become right by typing on, without a word of alarm. */
function Problem({ id, text, mistake }: { id: string; text: string; mistake: SearchMistake }) {
  const styles = useStyles();
  const { start, end, message, unfinished } = mistake;
  return (
    <p
      id={id}
      role={unfinished ? undefined : "alert"}
      className={mergeClasses(styles.problem, !unfinished && styles.wrong)}
    >
      <span className={styles.query}>
        {text.slice(0, start)}
        <mark className={styles.mark}>{text.slice(start, end)}</mark>
        {text.slice(end)}
      </span>
      {message}.
    </p>
  );
}
