import { ArrowDownload20Regular } from "@fluentui/react-icons/svg/arrow-download";
import { Attach20Regular } from "@fluentui/react-icons/svg/attach";
import type { Item } from "@tessera/contracts-items/items.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { shell } from "@tessera/shell-api";
import { IconButton } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { KeepAttachmentButtons } from "../types/file/keep-attachment-buttons.tsx";
import { useDetailStyles } from "./use-detail-styles.ts";
import { fetchFile } from "./use-file.ts";

const useStyles = makeStyles({
  file: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr) auto 32px",
    alignItems: "center",
    gap: "12px",
    minHeight: "40px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  name: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  size: { fontSize: "12px", color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
});

/** How long a downloaded file's object URL is kept for the browser, in ms. */
const HANDOVER = 60_000;

/** A size as people say it, in steps of 1024. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Fetches a file with the person's access and hands it to the browser as a download. */
async function handOver({ name, url }: Item["attachments"][number]): Promise<void> {
  const address = URL.createObjectURL(await fetchFile(url));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), HANDOVER);
}

/** Downloads a file; says so when it did not come. */
export async function download(file: Item["attachments"][number]): Promise<void> {
  try {
    await handOver(file);
  } catch (error) {
    shell().notifications.show({ message: failureWords(`${file.name} was not downloaded:`, error), intent: "error" });
  }
}

export function Attachments({ card }: { card: Item }) {
  const { attachments } = card;
  const styles = useStyles();
  const detail = useDetailStyles();
  const [busy, setBusy] = useState<string | null>(null);
  if (attachments.length === 0) return null;
  const get = async (attachment: Item["attachments"][number]) => {
    setBusy(attachment.id);
    await download(attachment);
    setBusy(null);
  };
  return (
    <section className={detail.part} aria-label="Attachments">
      <h2 className={detail.partTitle}>Attachments, {attachments.length}</h2>
      {attachments.map((attachment) => (
        <div key={attachment.id} className={styles.file}>
          <Attach20Regular aria-hidden="true" />
          <span className={styles.name} title={attachment.name}>
            {attachment.name}
          </span>
          <span className={styles.size}>
            <KeepAttachmentButtons card={card} file={attachment} /> {sizeOf(attachment.bytes)}
          </span>
          <IconButton
            icon={<ArrowDownload20Regular />}
            label={`Download ${attachment.name}`}
            disabled={busy === attachment.id}
            onClick={() => void get(attachment)}
          />
        </div>
      ))}
    </section>
  );
}
