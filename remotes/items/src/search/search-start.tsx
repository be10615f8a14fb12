import { QUALIFIER_NAMES, QUALIFIERS } from "@tessera/contracts-items/search/language.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { PaneScroll, TextButton } from "@tessera/ui";
import { type ReactNode, useState } from "react";
import { forgetSearches, recentSearches } from "./recent-searches.ts";
import { useSavedSearches } from "./saved-searches.ts";
import { searchPath } from "./search-path.ts";

const useStyles = makeStyles({
  start: { padding: "4px 16px 24px" },
  head: { display: "flex", alignItems: "baseline", justifyContent: "space-between", marginTop: "16px" },
  title: { margin: "0 0 4px", fontSize: "13px", fontWeight: 600, color: tokens.colorNeutralForeground2 },
  list: { margin: "0 -8px", padding: 0, listStyleType: "none" },
  link: {
    display: "flex",
    alignItems: "center",
    minHeight: "32px",
    padding: "0 8px",
    borderRadius: "6px",
    color: "inherit",
    textDecorationLine: "none",
    overflowWrap: "anywhere",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
    "@media (max-width: 959.98px)": { minHeight: "44px" },
  },
  line: {
    flexGrow: 1,
    display: "grid",
    gridTemplateColumns: "minmax(0, 5fr) minmax(0, 6fr)",
    alignItems: "center",
    gap: "12px",
  },
  code: { fontFamily: tokens.fontFamilyMonospace, fontSize: "12px" },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: "12px", lineHeight: "16px" },
});

const WAYS = [
  ["old harbour", "cards with both words"],
  ['"old harbour"', "the exact phrase"],
  ["harbour or port", "cards with either"],
  ["harbour -ship", "cards without the second word"],
  ["(sea or lake) boat", "grouped by parentheses"],
] as const;

/** Before anything is searched: saved and recent searches, and what a search may contain. */
export function SearchStart() {
  const styles = useStyles();
  const saved = useSavedSearches();
  const [recent, setRecent] = useState(recentSearches);
  const forget = () => {
    forgetSearches();
    setRecent([]);
  };
  return (
    <PaneScroll>
      <div className={styles.start}>
        {saved.length > 0 && (
          <Searches title="Saved searches" lines={saved.map(({ id, name, q }) => ({ id, label: name, q }))} />
        )}
        {recent.length > 0 && (
          <Searches
            title="Recent searches"
            lines={recent.map((q) => ({ id: q, label: q, q }))}
            aside={<TextButton onClick={forget}>Clear</TextButton>}
          />
        )}
        <Ways title="Words" lines={WAYS} />
        <Ways
          title="Filters"
          lines={QUALIFIER_NAMES.map((name) => [QUALIFIERS[name].example, QUALIFIERS[name].about] as const)}
        />
        <p className={styles.quiet}>Put a minus in front of a filter to exclude those cards: -tag:work</p>
      </div>
    </PaneScroll>
  );
}

function Searches(props: { title: string; lines: { id: string; label: string; q: string }[]; aside?: ReactNode }) {
  const styles = useStyles();
  return (
    <section aria-label={props.title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{props.title}</h2>
        {props.aside}
      </div>
      <ul className={styles.list}>
        {props.lines.map(({ id, label, q }) => (
          <li key={id}>
            <Link to={searchPath(q)} className={styles.link}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ways({ title, lines }: { title: string; lines: readonly (readonly [q: string, about: string])[] }) {
  const styles = useStyles();
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
      </div>
      <ul className={styles.list}>
        {lines.map(([q, about]) => (
          <li key={q}>
            <Link to={searchPath(q)} className={styles.link}>
              <span className={styles.line}>
                <span className={styles.code}>{q}</span>
                <span className={styles.quiet}>{about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
