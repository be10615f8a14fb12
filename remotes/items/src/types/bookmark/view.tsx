import type { BookmarkData, Item } from "@tessera/contracts-items/items.ts";
import { readingTime } from "@tessera/contracts-items/reading-time.ts";
import { Button } from "@tessera/fluent";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import { StatusText } from "@tessera/ui";
import type { ReactNode } from "react";
import type { z } from "zod";
import { MarkdownField } from "../../detail/markdown-field.tsx";
import { isLead } from "../../detail/reader/lead.ts";
import { ReadAloudButton } from "../../detail/reader/read-aloud-button.tsx";
import { TextSettings } from "../../detail/reader/text-settings.tsx";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { useReprocess } from "../../detail/use-reprocess.ts";
import { HighlightedReader, HighlightsAlone } from "../highlight/highlighted-reader.tsx";
import { KeptPage } from "./kept-page.tsx";
import { lackedPictures, PictureNote } from "./picture-note.tsx";

/** The service validates the fields and omits empty ones. */
const pageOf = (item: Item) => item.data as Partial<z.output<typeof BookmarkData>>;
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url);

function Body({ item, edit }: ItemBodyProps) {
  const styles = useDetailStyles();
  const reprocess = useReprocess(item.id);
  const page = pageOf(item);
  const { description, readableHtml } = page;
  const step = item.processing.readable;
  const notes = (
    <div className={styles.part}>
      <MarkdownField
        label="My notes"
        text={item.body}
        placeholder="Why this is worth keeping"
        onChange={(body) => edit({ body })}
      />
    </div>
  );
  const lead = description && !isLead(description, readableHtml ?? "") && <p className={styles.lead}>{description}</p>;
  if (readableHtml)
    return (
      <>
        <PictureNote item={item} count={lackedPictures(page)} />
        {page.pageNotKept && (
          <p className={styles.rowLabel}>The page as it was could not be kept. {page.pageNotKept}.</p>
        )}
        {lead}
        <HighlightedReader item={item} title={`Readable copy of ${item.title}`} html={readableHtml}>
          {notes}
        </HighlightedReader>
      </>
    );
  return (
    <>
      {lead}
      {step?.state === "pending" && <StatusText status="run">The page is being read…</StatusText>}
      {!step && (
        <Button size="small" disabledFocusable={reprocess.isPending} onClick={() => reprocess.mutate("readable")}>
          Fetch a readable copy
        </Button>
      )}
      {notes}
      <HighlightsAlone item={item} />
    </>
  );
}

/** Where the page is, who wrote it, how long it takes to read. */
function facts(item: Item): ReactNode[] {
  const { url, siteName, author, wordCount, readableHtml, pageKeptAt } = pageOf(item);
  return [
    url && (
      <FactLink key="url" url={url}>
        {siteName || hostOf(url)}
      </FactLink>
    ),
    author && <span key="author">{author}</span>,
    pageKeptAt && <KeptPage key="page" item={item} at={pageKeptAt} />,
    wordCount ? <span key="words">{readingTime(wordCount)}</span> : null,
    item.reading ? (
      <span key="reading">{item.reading === 1 ? "read" : `${Math.round(item.reading * 100)}% read`}</span>
    ) : null,
    readableHtml && <TextSettings key="text" />,
    readableHtml && <ReadAloudButton key="aloud" itemId={item.id} />,
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
