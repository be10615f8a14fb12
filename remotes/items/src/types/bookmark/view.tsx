import type { BookmarkData, Item } from "@tessera/contracts-items/items.ts";
import { readingTime } from "@tessera/contracts-items/reading-time.ts";
import { Button } from "@tessera/fluent";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import { HtmlFrame, StatusText } from "@tessera/ui";
import type { ReactNode } from "react";
import type { z } from "zod";
import { MarkdownField } from "../../detail/markdown-field.tsx";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { useReprocess } from "../../detail/use-reprocess.ts";

/** The service validates the fields and omits empty ones. */
const pageOf = (item: Item) => item.data as Partial<z.output<typeof BookmarkData>>;
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url);

function Body({ item, edit }: ItemBodyProps) {
  const styles = useDetailStyles();
  const reprocess = useReprocess(item.id);
  const { description, readableHtml } = pageOf(item);
  const step = item.processing.readable;
  return (
    <>
      {description && <p className={styles.lead}>{description}</p>}
      {readableHtml ? (
        <HtmlFrame title={`Readable copy of ${item.title}`} html={readableHtml} />
      ) : (
        <>
          {step?.state === "pending" && <StatusText status="run">The page is being read…</StatusText>}
          {!step && (
            <Button size="small" disabledFocusable={reprocess.isPending} onClick={() => reprocess.mutate("readable")}>
              Fetch a readable copy
            </Button>
          )}
        </>
      )}
      <div className={styles.part}>
        <MarkdownField
          label="My notes"
          text={item.body}
          placeholder="Why this is worth keeping"
          onChange={(body) => edit({ body })}
        />
      </div>
    </>
  );
}

/** Where the page is, who wrote it, how long it takes to read. */
function facts(item: Item): ReactNode[] {
  const { url, siteName, author, wordCount } = pageOf(item);
  return [
    url && (
      <FactLink key="url" url={url}>
        {siteName || hostOf(url)}
      </FactLink>
    ),
    author && <span key="author">{author}</span>,
    wordCount ? <span key="words">{readingTime(wordCount)}</span> : null,
  ].filter(Boolean);
}

function FactLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a className={useDetailStyles().link} href={url} target="_blank" rel="noreferrer noopener" title={url}>
      {children}
    </a>
  );
}

/** A page of the web: its readable copy, and the person's own notes. */
const view: ItemTypeView = { Body, facts };
export default view;
