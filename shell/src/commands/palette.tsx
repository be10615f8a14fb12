import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import { Document20Regular } from "@fluentui/react-icons/svg/document";
import { Flash20Regular } from "@fluentui/react-icons/svg/flash";
import { Search20Regular } from "@fluentui/react-icons/svg/search";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { keyLabels, type PaletteSource } from "@tessera/shell-api";
import { IconButton, Keycap, labels } from "@tessera/ui";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { NavIcon } from "../layout/nav-icon.tsx";
import { Overlay } from "./overlay.tsx";
import {
  arranged,
  highlighted,
  localEntries,
  type PaletteCommand,
  type PaletteEntry,
  type PalettePage,
  textEntries,
} from "./palette-entries.ts";
import { useFound } from "./use-found.ts";

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
  // Some ten rows, as palettes have them: more cost time at each opening and each letter.
  list: {
    flexGrow: 1,
    minHeight: 0,
    maxHeight: "456px",
    overflowY: "auto",
    padding: "4px 0 8px",
    "@media (max-width: 599.98px)": { maxHeight: "none" },
  },
  group: { padding: "10px 20px 4px", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  row: {
    display: "flex",
    alignItems: "center",
    gap: "12px",
    height: "40px",
    margin: "0 8px",
    padding: "0 12px",
    borderRadius: "6px",
    cursor: "default",
  },
  close: { display: "none", "@media (max-width: 599.98px)": { display: "block", marginRight: "-8px" } },
  iconActive: { color: tokens.colorBrandForeground1 },
  active: { backgroundColor: "var(--sel)" },
  text: { flexGrow: 1, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  match: { fontWeight: 600 },
  line: { marginLeft: "8px", fontSize: "12px", color: tokens.colorNeutralForeground3 },
  lineActive: { color: tokens.colorNeutralForeground2 },
  keys: { display: "flex", gap: "4px" },
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

/** Rows that are there with the first paint, a few more than the list shows; the others come right after it. */
const FIRST_ROWS = 12;

export interface PaletteProps {
  commands: PaletteCommand[];
  pages: PalettePage[];
  sources: readonly PaletteSource[];
  go: (path: string) => void;
  onClose: () => void;
  fail: (error: unknown) => void;
}

/** Finds pages, actions and cards by name; the combobox pattern of WAI-ARIA. */
export function Palette({ commands, pages, sources, go, onClose, fail }: PaletteProps) {
  const styles = useStyles();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState<string | null>(null);
  const found = useFound(query, sources, go);
  const entries = useMemo(() => {
    const local = localEntries(query.trim(), commands, pages, go);
    // Last, and not before the searches answered: until then Enter is for what they find.
    const withText = found.asking ? [] : textEntries(query, commands, local);
    return [...arranged(query, local, found.entries), ...withText];
  }, [found.entries, found.asking, query, commands, pages, go]);
  const rows = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS);
  const list = useId();
  // By its id: answers that arrive later must not slip under the finger that is on Enter.
  const at = Math.max(
    0,
    entries.findIndex((entry) => entry.id === active),
  );
  const current = entries[at];
  const currentId = current?.id ?? null;
  // Here, and not in an effect: every row would be drawn twice for each letter.
  if (currentId !== active) setActive(currentId);
  const activeRow = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row to scroll to changes with the active entry
  useEffect(() => {
    // Chromium answers with a promise, which React would take for a clean-up.
    if (!isFirst.current) activeRow.current?.scrollIntoView?.({ block: "nearest" });
    isFirst.current = false;
  }, [currentId]);

  const choose = (entry: PaletteEntry) => {
    onClose();
    Promise.resolve(entry.run()).catch(fail);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && entries.length > 0) {
      event.preventDefault();
      setActive(entries[(at + step + entries.length) % entries.length]?.id ?? null);
    } else if (event.key === "Enter" && current) {
      event.preventDefault();
      choose(current);
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
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(null);
          }}
          onKeyDown={onKeyDown}
        />
        <span className={styles.close}>
          <IconButton icon={<Dismiss20Regular />} label="Close" onClick={onClose} />
        </span>
      </div>
      <div id={list} role="listbox" aria-label="Results" className={styles.list}>
        {entries.slice(0, rows).map((entry, index) => (
          <div key={entry.id} role="presentation">
            {entry.group !== entries[index - 1]?.group && (
              <div className={styles.group} role="presentation">
                {entry.group}
              </div>
            )}
            <div
              id={`${list}-${entry.id}`}
              ref={entry === current ? activeRow : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={entry === current}
              className={mergeClasses(styles.row, entry === current && styles.active)}
              onMouseMove={() => setActive(entry.id)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(entry)}
              onKeyDown={onKeyDown}
            >
              <span className={mergeClasses(styles.icon, entry === current && styles.iconActive)}>
                {entry.icon ? <NavIcon icon={entry.icon} /> : entry.path ? <Document20Regular /> : <Flash20Regular />}
              </span>
              <span className={styles.text}>
                {highlighted(entry.title, query).map((part, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one title
                  <span key={at} className={part.match ? styles.match : undefined}>
                    {part.text}
                  </span>
                ))}
                {/* Not seen, but read: the two are words of their own. */}
                {entry.line && " "}
                {entry.line && (
                  <span className={mergeClasses(styles.line, entry === current && styles.lineActive)}>
                    {entry.line}
                  </span>
                )}
              </span>
              <span className={styles.keys}>
                {entry.keys
                  ? keyLabels(entry.keys).map((key) => <Keycap key={key}>{key}</Keycap>)
                  : entry === current && <Keycap>Enter</Keycap>}
              </span>
            </div>
          </div>
        ))}
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
