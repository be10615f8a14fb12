import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import { Search20Regular } from "@fluentui/react-icons/svg/search";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import type { PaletteSource } from "@tessera/shell-api";
import { IconButton, Keycap, labels } from "@tessera/ui";
import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { Overlay } from "./overlay.tsx";
import {
  arranged,
  localEntries,
  type PaletteCommand,
  type PaletteEntry,
  type PalettePage,
  textEntries,
} from "./palette-entries.ts";
import { PaletteRow, ROW_HEIGHT } from "./palette-row.tsx";
import { useFound } from "./use-found.ts";
import type { UsedEntries } from "./used-entries.ts";

/** Some ten rows, as palettes have them, in pixels. */
const LIST_HEIGHT = 456;

const useStyles = makeStyles({
  head: {
    display: "flex",
    alignItems: "center",
    gap: "12px",
    height: "56px",
    flexShrink: 0,
    padding: "0 20px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  icon: { display: "flex", color: tokens.colorNeutralForeground3 },
  input: {
    flexGrow: 1,
    minWidth: 0,
    border: "none",
    outlineStyle: "none",
    background: "transparent",
    color: tokens.colorNeutralForeground1,
    font: "inherit",
    fontSize: "16px",
    lineHeight: "24px",
    "::placeholder": { color: tokens.colorNeutralForeground3, opacity: 1 },
  },
  list: {
    flexGrow: 1,
    minHeight: 0,
    maxHeight: `${LIST_HEIGHT}px`,
    overflowY: "auto",
    padding: "4px 0 8px",
    "@media (max-width: 599.98px)": { maxHeight: "none" },
  },
  close: { display: "none", "@media (max-width: 599.98px)": { display: "block", marginRight: "-8px" } },
  empty: { padding: "24px 20px", color: tokens.colorNeutralForeground2 },
  foot: {
    display: "flex",
    alignItems: "center",
    gap: "16px",
    height: "40px",
    flexShrink: 0,
    padding: "0 20px",
    fontSize: "12px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground3,
    "@media (max-width: 599.98px)": { display: "none" },
  },
  hint: { display: "inline-flex", alignItems: "center", gap: "4px" },
  end: { marginLeft: "auto" },
});

/** Rows that are drawn until the list is moved: a few more than it shows, also on the screen of a phone. */
const firstRows = () => Math.ceil((window.innerWidth < 600 ? window.innerHeight : LIST_HEIGHT) / ROW_HEIGHT);

export interface PaletteProps {
  commands: PaletteCommand[];
  pages: PalettePage[];
  sources: readonly PaletteSource[];
  used: UsedEntries;
  /** Whether the page shows one thing, which its actions are about. */
  isCardOpen: boolean;
  go: (path: string) => void;
  onClose: () => void;
  fail: (error: unknown) => void;
}

/** Finds pages, actions and cards by name; the combobox pattern of WAI-ARIA. */
export function Palette({ commands, pages, sources, used, isCardOpen, go, onClose, fail }: PaletteProps) {
  const styles = useStyles();
  const [typed, setTyped] = useState("");
  // The field shows a letter at once; its list is drawn next, and given up when another letter comes first.
  const query = useDeferredValue(typed);
  const [active, setActive] = useState<{ query: string; id: string | null }>({ query, id: null });
  const found = useFound(query, sources, go);
  const entriesOf = useCallback(
    (query: string, { entries, asking }: Pick<typeof found, "entries" | "asking">) => {
      const local = localEntries(query.trim(), commands, pages, go);
      // Last, and not before the searches answered: until then Enter is for what they find.
      const withText = asking ? [] : textEntries(query, commands, local);
      return [...arranged(query, local, entries, { weightOf: used.weightOf, isCardOpen }), ...withText];
    },
    [commands, pages, used, isCardOpen, go],
  );
  const entries = useMemo(
    () => entriesOf(query, { entries: found.entries, asking: found.asking }),
    [entriesOf, query, found.entries, found.asking],
  );
  const list = useId();
  // By its id: answers that arrive later must not slip under the finger that is on Enter. Another query begins at its
  // first.
  const at = Math.max(0, active.query === query ? entries.findIndex((entry) => entry.id === active.id) : 0);
  const current = entries[at];
  const currentId = current?.id ?? null;
  // Here, and not in an effect: every row would be drawn twice for each letter.
  if (typed === query && (active.query !== query || active.id !== currentId)) setActive({ query, id: currentId });
  // Those that nobody looks at would cost time at each opening and each letter.
  const [first] = useState(firstRows);
  const [isWhole, setWhole] = useState(false);
  const drawn = isWhole || at >= first ? entries : entries.slice(0, first);
  const rows = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row to scroll to changes with the active entry
  useEffect(() => {
    const active = rows.current?.querySelector("[aria-selected=true]");
    // The first is where the list begins. To look where it stands would lay it out once more.
    if (at > 0 || isWhole) active?.scrollIntoView?.({ block: "nearest" });
  }, [currentId]);

  const onPoint = useCallback(({ id }: PaletteEntry) => setActive({ query, id }), [query]);
  const onChoose = useCallback(
    (entry: PaletteEntry) => {
      onClose();
      if (/^(?:page|command):/.test(entry.id)) used.note(entry.id);
      Promise.resolve(entry.run()).catch(fail);
    },
    [onClose, used, fail],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    // Keys are for what was typed, also in the moment before its list is drawn.
    const isDrawn = typed === query;
    const all = isDrawn ? entries : entriesOf(typed, { entries: [], asking: sources.length > 0 });
    const from = Math.max(0, active.query === typed ? all.findIndex((entry) => entry.id === active.id) : 0);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = all[from];
    if (step && all.length > 0) {
      event.preventDefault();
      setActive({ query: typed, id: all[(from + step + all.length) % all.length]?.id ?? null });
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      onChoose(chosen);
    }
  };
  return (
    <Overlay label="Search and commands" onClose={onClose}>
      <div className={styles.head}>
        <span className={styles.icon}>
          <Search20Regular />
        </span>
        <input
          className={styles.input}
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={current ? `${list}-${current.id}` : undefined}
          aria-autocomplete="list"
          aria-label="Search, or jump to a page"
          placeholder="Search, or jump to a page"
          autoComplete="off"
          spellCheck={false}
          data-autofocus=""
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            if (isWhole) rows.current!.scrollTop = 0;
            setWhole(false);
          }}
          onKeyDown={onKeyDown}
        />
        <span className={styles.close}>
          <IconButton icon={<Dismiss20Regular />} label="Close" onClick={onClose} />
        </span>
      </div>
      <div
        ref={rows}
        id={list}
        role="listbox"
        aria-label="Results"
        className={styles.list}
        onScroll={({ currentTarget }) => currentTarget.scrollTop > 0 && setWhole(true)}
      >
        {drawn.map((entry, index) => (
          <PaletteRow
            key={entry.id}
            entry={entry}
            query={query}
            id={`${list}-${entry.id}`}
            isActive={entry === current}
            beginsGroup={entry.group !== entries[index - 1]?.group}
            onPoint={onPoint}
            onChoose={onChoose}
          />
        ))}
        {drawn.length < entries.length && <div style={{ height: (entries.length - drawn.length) * ROW_HEIGHT }} />}
      </div>
      {entries.length === 0 && !found.asking && <p className={styles.empty}>{found.failed ?? labels.noMatch}</p>}
      <div className={styles.foot}>
        <span className={styles.hint}>
          <Keycap>↑</Keycap>
          <Keycap>↓</Keycap> move
        </span>
        <span className={styles.hint}>
          <Keycap>Enter</Keycap> open
        </span>
        <span className={mergeClasses(styles.hint, styles.end)}>
          <Keycap>Esc</Keycap> close
        </span>
      </div>
    </Overlay>
  );
}
