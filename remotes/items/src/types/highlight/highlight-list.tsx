import type { Item } from "@tessera/contracts-items/items.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { PlainButton, Section } from "@tessera/ui";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { MentionText } from "../../mentions/mention-text.tsx";
import { copy } from "../../triage/card-links.ts";
import { asMarkdown, type Found, quoteOf } from "./highlights.ts";

const useStyles = makeStyles({
  list: {
    display: "flex",
    flexDirection: "column",
    gap: "12px",
    margin: "0 0 12px",
    padding: 0,
    listStyleType: "none",
  },
  quote: {
    display: "block",
    width: "100%",
    boxSizing: "border-box",
    margin: 0,
    padding: "2px 0 2px 12px",
    border: "none",
    borderLeft: "3px solid var(--mark)",
    font: "inherit",
    lineHeight: "20px",
    textAlign: "start",
    textDecorationLine: "none",
    whiteSpace: "pre-line",
    overflowWrap: "anywhere",
    color: tokens.colorNeutralForeground1,
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { textDecorationLine: "underline" },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
    "@media (pointer: coarse)": { minHeight: "32px" },
  },
  note: { paddingLeft: "15px", color: tokens.colorNeutralForeground2 },
  lost: { margin: "0 0 8px", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

/** The highlights of a page in the order of its text; each leads to its place, and where there is none to its card. */
export function HighlightList({
  page,
  found,
  onGo,
}: {
  page: Item;
  found: readonly Found[];
  onGo: (id: string) => void;
}) {
  const styles = useStyles();
  const detail = useDetailStyles();
  if (!found.length) return null;
  const [here, lost] = [found.filter(({ place }) => place), found.filter(({ place }) => !place)];
  const all = found.map(({ item }) => item);
  return (
    <div className={detail.sections}>
      <Section title="Highlights" aside={found.length.toLocaleString()}>
        {here.length > 0 && (
          <ul className={styles.list}>
            {here.map(({ item }) => (
              <li key={item.id}>
                <button type="button" className={styles.quote} onClick={() => onGo(item.id)}>
                  {quoteOf(item)}
                </button>
                <Note item={item} />
              </li>
            ))}
          </ul>
        )}
        {lost.length > 0 && (
          <>
            <p className={styles.lost}>Not found in this copy</p>
            <ul className={styles.list} aria-label="Not found in this copy">
              {lost.map(({ item }) => (
                <li key={item.id}>
                  <Link className={styles.quote} to={`/items/all/${item.id}`}>
                    {quoteOf(item)}
                  </Link>
                  <Note item={item} />
                </li>
              ))}
            </ul>
          </>
        )}
        <PlainButton size="small" onClick={() => void copy(asMarkdown(page, all), "Highlights copied")}>
          Copy all as Markdown
        </PlainButton>
      </Section>
    </div>
  );
}

function Note({ item }: { item: Item }) {
  const styles = useStyles();
  if (!item.body.trim()) return null;
  return (
    <div className={styles.note}>
      <MentionText text={item.body} />
    </div>
  );
}
