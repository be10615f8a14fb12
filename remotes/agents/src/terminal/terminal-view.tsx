import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Switch } from "@tessera/fluent-extra";
import { touch } from "@tessera/ui";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { completedLine } from "./completed-line.ts";
import { foundBefore, type Walk, walked } from "./line-history.ts";
import { useScreenStyles } from "./screen-styles.ts";
import type { LinkState } from "./terminal-link.ts";
import { PROMPT, useTerminal } from "./use-terminal.ts";

const useStyles = makeStyles({
  bar: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 12px",
    padding: "4px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  // On a phone as short as its words, so that the switch beside it stays where it is.
  state: { flex: "1 1 64px", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  sentence: { flexBasis: "240px" },
  screen: {
    flexGrow: 1,
    minHeight: 0,
    margin: "8px 8px 0 16px",
    overflow: "hidden",
    backgroundColor: tokens.colorNeutralBackground1,
  },
  line: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    padding: "8px 16px",
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: "13px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    ":focus-within": { boxShadow: `inset 0 2px 0 ${tokens.colorBrandStroke1}` },
  },
  prompt: { color: tokens.colorBrandForegroundLink },
  input: {
    flexGrow: 1,
    minWidth: 0,
    minHeight: "28px",
    padding: 0,
    border: 0,
    outline: "none",
    backgroundColor: "transparent",
    color: tokens.colorNeutralForeground1,
    fontFamily: "inherit",
    fontSize: "inherit",
    // Below 16 px telephones zoom into what is typed.
    [touch]: { fontSize: "16px", minHeight: "44px" },
    "::placeholder": { color: tokens.colorNeutralForeground3, opacity: 1 },
  },
  hint: {
    padding: "0 16px 8px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    minHeight: "24px",
  },
});

const READER = "tessera.agents.terminal.reader";
const KEYS = "Tab completes, Esc and then Tab leaves. ↑ ↓ history, Ctrl+R search, Ctrl+C stop, Ctrl+L clear.";

/** Fluent moves the focus out of the page itself where a field is the last one: not where Tab completes. */
const TAB_IS_OURS = JSON.stringify({ focusable: { ignoreKeydown: { Tab: true } } });

const STATES: Record<LinkState["name"], string> = {
  connecting: "Connecting …",
  open: "Connected",
  waiting: "Connection lost. Reconnecting…",
  offline: "You are offline. It connects when the network is back.",
  refused: "Not connected",
};

/** The screen with the line that is typed below it. */
export function TerminalView() {
  const styles = useStyles();
  const screenStyles = useScreenStyles();
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [reader, setReader] = useState(() => readerIsOn());
  const [line, setLine] = useState("");
  const [hint, setHint] = useState(KEYS);
  /** Escape was pressed: Tab leaves. */
  const [leaving, setLeaving] = useState(false);
  const [walk, setWalk] = useState<Walk | null>(null);
  const [search, setSearch] = useState<{ text: string; at: number } | null>(null);
  const terminal = useTerminal(reader, () => input.current?.focus());
  const { state, isRunning, lines } = terminal;
  useEffect(() => input.current?.focus(), []);
  const takesTab = !leaving && line !== "";

  const write = (text: string) => {
    setLine(text);
    setWalk(null);
    setSearch(null);
    setHint(KEYS);
  };
  const submit = (text: string) => {
    if (terminal.submit(text)) write("");
    else setHint(isRunning ? "A command runs. Ctrl+C stops it." : STATES[state.name]);
  };
  const step = (by: -1 | 1) => {
    const next = walked(lines.current, walk ?? { at: lines.current.length, typed: line }, by);
    if (!next) return;
    setWalk(next.walk);
    setLine(next.line);
  };
  const find = () => {
    const text = search?.text ?? line;
    const at = foundBefore(lines.current, text, search?.at ?? lines.current.length);
    if (at < 0) return setHint(text ? `No older line has “${text}”.` : "There are no lines of before.");
    setSearch({ text, at });
    setLine(lines.current[at]!);
    setHint(`Found in the history${text ? ` with “${text}”` : ""}. Ctrl+R finds the next, Esc goes back.`);
  };
  const complete = () =>
    terminal.complete(line, (found) => {
      const { text, choices } = completedLine(line, found);
      // What was typed meanwhile counts.
      if (input.current?.value !== line) return;
      write(text);
      if (choices.length) setHint(choices.join("  "));
      else if (text === line) setHint("Nothing completes this.");
    });
  const interrupt = () => {
    if (isRunning) terminal.stop();
    else write("");
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (event.nativeEvent.isComposing) return;
    const isControl = ctrlKey && !altKey && !metaKey && !shiftKey;
    const isPlain = !ctrlKey && !altKey && !metaKey && !shiftKey;
    const act = isControl ? acts[`Ctrl+${key.toLowerCase()}`] : isPlain ? acts[key] : undefined;
    if (key !== "Escape") setLeaving(false);
    if (act?.() === true) event.preventDefault();
  };
  const did = (act: () => void) => () => {
    act();
    return true;
  };
  const acts: Record<string, (() => boolean) | undefined> = {
    Enter: did(() => submit(line)),
    ArrowUp: did(() => step(-1)),
    ArrowDown: did(() => step(1)),
    PageUp: did(() => terminal.screen.current?.scroll(-1)),
    PageDown: did(() => terminal.screen.current?.scroll(1)),
    Tab: () => {
      if (!takesTab) return false;
      complete();
      return true;
    },
    Escape: did(() => {
      if (search) write(search.text);
      setLeaving(true);
      setHint("Tab leaves the terminal now.");
    }),
    "Ctrl+c": () => {
      const { selectionStart, selectionEnd } = input.current!;
      if (selectionStart !== selectionEnd) return false;
      const selected = terminal.screen.current?.selection;
      if (selected && !isRunning) void navigator.clipboard.writeText(selected);
      else interrupt();
      return true;
    },
    "Ctrl+l": did(() => terminal.screen.current?.clear()),
    "Ctrl+r": did(find),
    "Ctrl+u": did(() => write("")),
  };
  return (
    <>
      <div className={styles.bar}>
        <span
          className={mergeClasses(styles.state, !["connecting", "open"].includes(state.name) && styles.sentence)}
          role="status"
        >
          {state.name === "open" && isRunning ? "Working …" : STATES[state.name]}
        </span>
        {isRunning && (
          <Button size="small" onClick={terminal.stop}>
            Stop
          </Button>
        )}
        {(state.name === "refused" || state.name === "waiting") && (
          <Button size="small" onClick={terminal.connect}>
            Connect now
          </Button>
        )}
        <Button size="small" appearance="subtle" onClick={() => submit("help")}>
          Help
        </Button>
        <Switch
          label="Screen-reader mode"
          checked={reader}
          onChange={(_, { checked }) => {
            setReader(checked);
            keepReader(checked);
          }}
        />
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the line below is reached by the keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the line is meant for it */}
      <div
        className={mergeClasses(styles.screen, screenStyles.screen)}
        ref={terminal.place}
        onClick={() => {
          if (!terminal.screen.current?.selection) input.current?.focus();
        }}
      />
      <div className={styles.line}>
        <span className={styles.prompt} aria-hidden>
          {PROMPT}
        </span>
        <input
          ref={input}
          data-tabster={takesTab ? TAB_IS_OURS : undefined}
          className={styles.input}
          aria-label="Command"
          aria-describedby={hintId}
          placeholder="help"
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={4_000}
          value={line}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => setLeaving(false)}
        />
      </div>
      <div className={styles.hint} id={hintId} role="status">
        {hint}
      </div>
    </>
  );
}

function readerIsOn(): boolean {
  try {
    return localStorage.getItem(READER) === "on";
  } catch {
    return false;
  }
}

function keepReader(on: boolean): void {
  try {
    localStorage.setItem(READER, on ? "on" : "off");
  } catch {
    // Without storage it is off again next time.
  }
}
