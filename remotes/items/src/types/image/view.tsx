import { ArrowDownload20Regular } from "@fluentui/react-icons/svg/arrow-download";
import { ZoomIn20Regular } from "@fluentui/react-icons/svg/zoom-in";
import { pictureUrl } from "@tessera/contracts-items/client.ts";
import type { ImageData, Item } from "@tessera/contracts-items/items.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { type ItemBodyProps, type ItemTypeView, shell } from "@tessera/shell-api";
import { StatusText, useUiSettings } from "@tessera/ui";
import type { z } from "zod";
import { download, sizeOf } from "../../detail/attachments.tsx";
import { ExtractedText } from "../../detail/extracted-text.tsx";
import { MarkdownField } from "../../detail/markdown-field.tsx";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { usePicture } from "../../detail/use-file.ts";
import { ConvertFileButtons } from "../file/convert-file-buttons.tsx";
import { ImageViewer } from "./image-viewer.tsx";

const useStyles = makeStyles({
  frame: {
    display: "block",
    width: "100%",
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "8px",
    overflow: "hidden",
    backgroundColor: tokens.colorNeutralBackground3,
    cursor: "zoom-in",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px" },
  },
  // A picture of a whole page is as high as ten of them.
  picture: { display: "block", width: "100%", maxHeight: "70vh", objectFit: "contain" },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px", margin: "12px 0 20px" },
});

/** The service validates the fields and omits empty ones. */
const imageOf = (item: Item) => item.data as z.output<typeof ImageData>;

function Body({ item, edit }: ItemBodyProps) {
  const styles = useStyles();
  const detail = useDetailStyles();
  const { preview, width, height, text } = imageOf(item);
  const [file] = item.attachments;
  const { src, failed, retry } = usePicture(preview ? pictureUrl(item.id, preview) : null);
  const look = () =>
    void shell().dialogs.open(
      ImageViewer,
      { title: item.title, preview: src ?? "", file, width: width ?? 1, height: height ?? 1 },
      { title: item.title, width: "1200px", maxWidth: "96vw", buttons: [] },
    );
  return (
    <>
      {preview && !failed && (
        <button type="button" className={styles.frame} aria-label="Look at the image closely" onClick={look}>
          <img
            className={styles.picture}
            src={src ?? undefined}
            alt={item.title}
            style={{ aspectRatio: `${width} / ${height}`, visibility: src ? undefined : "hidden" }}
          />
        </button>
      )}
      {failed && (
        <div className={detail.notice} role="alert">
          <span className={detail.grow}>The picture could not be loaded.</span>
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {item.processing.picture?.state === "pending" && <StatusText status="run">A preview is being made…</StatusText>}
      <div className={styles.actions}>
        {src && (
          <Button size="small" icon={<ZoomIn20Regular />} onClick={look}>
            View
          </Button>
        )}
        {file && (
          <Button size="small" icon={<ArrowDownload20Regular />} onClick={() => void download(file)}>
            Download
          </Button>
        )}
        <ConvertFileButtons item={item} />
      </div>
      <MarkdownField label="Notes" text={item.body} placeholder="What it shows" onChange={(body) => edit({ body })} />
      <ExtractedText
        item={item}
        step="words"
        title="Text in the image"
        text={text}
        words={{
          pending: "Words are being looked for…",
          none: "No words were found in this image.",
          again: "Look again",
        }}
      />
    </>
  );
}

/** How large it is, when it was taken and with what. */
function facts(item: Item) {
  const { width, height, takenAt, camera, bytes } = imageOf(item);
  return [
    width && height ? <span key="size">{`${width.toLocaleString()} × ${height.toLocaleString()}`}</span> : null,
    takenAt ? <TakenAt key="taken" at={takenAt} /> : null,
    camera ? <span key="camera">{camera}</span> : null,
    <span key="bytes">{sizeOf(bytes)}</span>,
  ].filter(Boolean);
}

/** By the camera's own clock: the same wherever it is read. */
function TakenAt({ at }: { at: string }) {
  const { locale } = useUiSettings();
  const time = new Date(`${at}Z`);
  return (
    <time dateTime={at}>
      taken {time.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })}
    </time>
  );
}

/** An image: to look at closely, with the words in it and the person's notes. */
const view: ItemTypeView = { Body, facts };
export default view;
