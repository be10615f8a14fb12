import type { Item } from "@tessera/contracts-items/items.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import type { ReactNode } from "react";
import { MarkdownField } from "../../detail/markdown-field.tsx";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { quoteOf } from "./highlights.ts";

const useStyles = makeStyles({
  quote: {
    margin: 0,
    padding: "2px 0 2px 16px",
    borderLeft: "3px solid var(--mark)",
    fontSize: "16px",
    lineHeight: "26px",
    whiteSpace: "pre-line",
    overflowWrap: "anywhere",
    color: tokens.colorNeutralForeground1,
  },
});

function Body({ item, edit }: ItemBodyProps) {
  const styles = useStyles();
  const detail = useDetailStyles();
  return (
    <>
      <blockquote className={styles.quote}>{quoteOf(item)}</blockquote>
      <div className={detail.part}>
        <MarkdownField
          label="Note"
          text={item.body}
          placeholder="Why this is worth keeping"
          onChange={(body) => edit({ body })}
        />
      </div>
    </>
  );
}

/** The way back to the page; one that was deleted for good leaves its address. */
function facts({ id, parentId, sourceUrl }: Item): ReactNode[] {
  if (parentId)
    return [
      <PageLink key="page" to={`/items/all/${parentId}?highlight=${id}`}>
        Show it in its page
      </PageLink>,
    ];
  return [sourceUrl ? <span key="gone">from a page that was deleted</span> : null].filter(Boolean);
}

function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={useDetailStyles().link} to={to}>
      {children}
    </Link>
  );
}

/** A quote from a page, and the person's note on it. */
const view: ItemTypeView = { Body, facts };
export default view;
