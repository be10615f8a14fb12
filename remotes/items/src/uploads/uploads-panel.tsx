import { ArrowClockwise16Regular } from "@fluentui/react-icons/svg/arrow-clockwise";
import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import { HEIC_NOT_SHOWN } from "@tessera/contracts-items/file-kind.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { IconButton, VisuallyHidden } from "@tessera/ui";
import { useSyncExternalStore } from "react";
import { sizeOf } from "../detail/attachments.tsx";
import { dropUpload, onUploads, sendAgain, type Upload, uploadsNow } from "./upload-queue.ts";

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    maxHeight: "40%",
    overflowY: "auto",
    padding: "8px 16px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  head: { fontSize: "12px", lineHeight: "24px", fontWeight: 600, color: tokens.colorNeutralForeground2 },
  row: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto auto",
    alignItems: "center",
    columnGap: "8px",
    minHeight: "40px",
  },
  name: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  size: { fontSize: "12px", color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
  reason: { gridColumn: "1 / -1", fontSize: "12px", lineHeight: "16px", color: "var(--bad)", paddingBottom: "4px" },
  note: { gridColumn: "1 / -1", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  bar: {
    gridColumn: "1 / -1",
    height: "4px",
    borderRadius: "2px",
    overflow: "hidden",
    backgroundColor: tokens.colorNeutralStroke2,
  },
  fill: {
    height: "100%",
    backgroundColor: "var(--run)",
    transformOrigin: "left",
    transitionProperty: "transform",
    transitionDuration: "160ms",
  },
  buttons: { display: "flex" },
});

const HEIC = /\.hei[cf]$/i;

/** Files on their way, each with how far it is and what ends it; nothing while there are none. */
export function UploadsPanel() {
  const styles = useStyles();
  const uploads = useSyncExternalStore(onUploads, uploadsNow);
  if (uploads.length === 0) return null;
  const sending = uploads.filter(({ state }) => state !== "failed").length;
  const words = sending > 0 ? `Sending ${sending} of ${uploads.length}` : "Not sent";
  return (
    <section className={styles.root} aria-label="Uploads">
      <h2 className={styles.head}>{sending === uploads.length ? `Sending ${sending}` : words}</h2>
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </section>
  );
}

function UploadRow({ upload: { id, file, state, sent, reason } }: { upload: Upload }) {
  const styles = useStyles();
  const percent = Math.floor(sent * 100);
  return (
    <div className={styles.row}>
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      <span className={styles.size}>
        {state === "sending" && sent > 0 ? (sent === 1 ? "Storing…" : `${percent}%`) : sizeOf(file.size)}
      </span>
      <span className={styles.buttons}>
        {state === "failed" && (
          <IconButton
            icon={<ArrowClockwise16Regular />}
            size="small"
            label={`Send ${file.name} again`}
            onClick={() => sendAgain(id)}
          />
        )}
        <IconButton
          icon={<Dismiss16Regular />}
          size="small"
          label={state === "failed" ? `Put ${file.name} away` : `Cancel ${file.name}`}
          onClick={() => dropUpload(id)}
        />
      </span>
      {state === "failed" ? (
        <span role="alert" className={styles.reason}>
          <VisuallyHidden>{file.name}: </VisuallyHidden>
          {reason}
        </span>
      ) : (
        <div
          className={styles.bar}
          role="progressbar"
          aria-label={`Upload of ${file.name}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <div className={styles.fill} style={{ transform: `scaleX(${sent})` }} />
        </div>
      )}
      {HEIC.test(file.name) && <span className={styles.note}>{HEIC_NOT_SHOWN}</span>}
    </div>
  );
}
