import { ArrowDownload20Regular } from "@fluentui/react-icons/svg/arrow-download";
import { Open20Regular } from "@fluentui/react-icons/svg/open";
import { fileKind, HEIC_NOT_SHOWN } from "@tessera/contracts-items/file-kind.ts";
import type { FileData, Item } from "@tessera/contracts-items/items.ts";
import { Button, makeStyles } from "@tessera/fluent";
import { type ItemBodyProps, type ItemTypeView, shell } from "@tessera/shell-api";
import { useUiSettings } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import type { z } from "zod";
import { download, sizeOf } from "../../detail/attachments.tsx";
import { ExtractedText } from "../../detail/extracted-text.tsx";
import { MarkdownField } from "../../detail/markdown-field.tsx";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { fetchFile } from "../../detail/use-file.ts";
import { ConvertFileButtons } from "./convert-file-buttons.tsx";
import { paperOf } from "./paper.ts";

const PDF = "application/pdf";
/** How long an opened file's address is kept for the tab that shows it, in ms. */
const HANDOVER = 60_000;

const useStyles = makeStyles({ actions: { display: "flex", flexWrap: "wrap", gap: "8px", marginBottom: "20px" } });

/** The service validates the fields and omits empty ones. */
const fileOf = (item: Item) => item.data as z.output<typeof FileData>;

/**
 * Shows a PDF in a tab of its own, where the browser's viewer holds it apart: the page's policy allows no frame of it.
 */
async function openPdf({ url }: Item["attachments"][number]): Promise<void> {
  const bytes = await fetchFile(url);
  const address = URL.createObjectURL(new Blob([bytes], { type: PDF }));
  const link = document.createElement("a");
  link.href = address;
  link.target = "_blank";
  link.rel = "noopener";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), HANDOVER);
}

function Body({ item, edit }: ItemBodyProps) {
  const styles = useStyles();
  const detail = useDetailStyles();
  const [busy, setBusy] = useState(false);
  const { mediaType, text, textCut } = fileOf(item);
  const [file] = item.attachments;
  const open = async () => {
    if (!file) return;
    setBusy(true);
    try {
      await openPdf(file);
    } catch (error) {
      shell().notifications.show({ message: failureWords(`${file.name} was not opened:`, error), intent: "error" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {file && (
        <div className={styles.actions}>
          {mediaType === PDF && (
            <Button
              appearance="primary"
              size="small"
              icon={<Open20Regular />}
              disabledFocusable={busy}
              onClick={() => void open()}
            >
              {busy ? "Opening…" : "Open in a new tab"}
            </Button>
          )}
          <Button size="small" icon={<ArrowDownload20Regular />} onClick={() => void download(file)}>
            Download
          </Button>
          <ConvertFileButtons item={item} />
        </div>
      )}
      {mediaType === "image/heic" && <p className={detail.rowLabel}>{HEIC_NOT_SHOWN}</p>}
      <MarkdownField label="Notes" text={item.body} placeholder="What it is for" onChange={(body) => edit({ body })} />
      {(item.processing.text || text) && (
        <ExtractedText
          item={item}
          step="text"
          title="Text"
          text={text}
          words={{
            pending: "The text is being read…",
            none: "There is no text in this file. Its pages may be pictures.",
            again: "Read again",
          }}
        >
          {textCut && <p className={detail.rowLabel}>The file has more text; this part of it is shown and searched.</p>}
        </ExtractedText>
      )}
    </>
  );
}

/** What it is, how long, and who wrote it when. */
function facts(item: Item) {
  const { mediaType, fileName, bytes, pages, pageWidth, pageHeight, author, writtenAt } = fileOf(item);
  const paper = pageWidth && pageHeight ? paperOf(pageWidth, pageHeight) : null;
  return [
    <span key="kind" title={fileName}>
      {fileKind(mediaType, fileName)}
    </span>,
    pages ? <span key="pages">{`${pages.toLocaleString()} ${pages === 1 ? "page" : "pages"}`}</span> : null,
    paper && <span key="paper">{paper}</span>,
    <span key="bytes">{sizeOf(bytes)}</span>,
    author && <span key="author">{author}</span>,
    writtenAt ? <WrittenAt key="written" at={writtenAt} /> : null,
  ].filter(Boolean);
}

function WrittenAt({ at }: { at: string }) {
  const { locale, timeZone } = useUiSettings();
  return <time dateTime={at}>{new Date(at).toLocaleDateString(locale, { dateStyle: "medium", timeZone })}</time>;
}

/** A file: what it is, what it says, and the way to it. */
const view: ItemTypeView = { Body, facts };
export default view;
