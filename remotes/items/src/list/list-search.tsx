import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import { Search16Regular } from "@fluentui/react-icons/svg/search";
import { MAX_SEARCH_LENGTH } from "@tessera/contracts-items/limits.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { IconButton } from "@tessera/ui";
import { useEffect, useRef, useState } from "react";
import type { ChangeQuery } from "./use-list-query.ts";

const useStyles = makeStyles({
  field: {
    flexShrink: 0,
    display: "flex",
    alignItems: "center",
    gap: "8px",
    height: "32px",
    margin: "0 12px 8px",
    padding: "0 4px 0 10px",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: "6px",
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground1,
    ":focus-within": { outline: "2px solid var(--ink)", outlineOffset: "-1px" },
    "@media (max-width: 959.98px)": { height: "40px", marginTop: "8px" },
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
});

/** Debounce before the service is asked, in ms. */
const PAUSE = 180;

/** The search within a list. Escape empties it, then leaves it; the words live in the address. */
export function ListSearch(props: {
  q: string;
  change: ChangeQuery;
  placeholder: string;
  focusRequest: number;
  onLeave: (close: boolean) => void;
}) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(props.q);
  const [sent, setSent] = useState(props.q);
  if (props.q !== sent) {
    setSent(props.q);
    setText(props.q);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request takes the focus
  useEffect(() => input.current?.focus(), [props.focusRequest]);
  const { change } = props;
  useEffect(() => {
    const q = text.trim();
    if (q === sent) return;
    const timer = setTimeout(() => {
      setSent(q);
      change({ q }, true);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, sent, change]);

  const empty = () => {
    setText("");
    setSent("");
    change({ q: undefined }, true);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: jsdom and older browsers do not know <search>
    <form role="search" className={styles.field} onSubmit={(event) => event.preventDefault()}>
      <Search16Regular aria-hidden="true" />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={props.placeholder}
        placeholder={props.placeholder}
        value={text}
        maxLength={MAX_SEARCH_LENGTH}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            if (text) empty();
            else props.onLeave(true);
          } else if (event.key === "ArrowDown" || event.key === "Enter") {
            event.preventDefault();
            props.onLeave(false);
          }
        }}
      />
      <IconButton
        icon={<Dismiss16Regular />}
        size="small"
        label={text ? "Clear the search" : "Close the search"}
        shortcut="Esc"
        onClick={() => {
          if (text) empty();
          else props.onLeave(true);
        }}
      />
    </form>
  );
}
