import { MAIL_TYPE } from "@tessera/contracts-finance/receipt-card.ts";
import { pictureUrl } from "@tessera/contracts-items/client.ts";
import type { Item } from "@tessera/contracts-items/items.ts";
import { referencesIn } from "@tessera/contracts-items/references.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { ErrorState, Notice, RowSkeleton, StatusText } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { openFile, usePicture } from "./cards.ts";
import { ReceiptFields } from "./receipt-fields.tsx";
import { ReceiptLines } from "./receipt-lines.tsx";
import { ReceiptMatch } from "./receipt-match.tsx";
import { useReceiptActs } from "./use-receipt-acts.ts";
import { useReceipt } from "./use-receipts.ts";

const useStyles = makeStyles({
  root: {
    containerType: "inline-size",
    display: "flex",
    flexDirection: "column",
    gap: "20px",
  },
  sides: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
    alignItems: "start",
    gap: "24px",
    "@container (max-width: 639.98px)": { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  values: { display: "flex", flexDirection: "column", gap: "24px", minWidth: 0 },
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
  picture: {
    display: "block",
    width: "100%",
    maxHeight: "75vh",
    objectFit: "contain",
    "@container (max-width: 639.98px)": { maxHeight: "40vh" },
  },
  text: {
    padding: "16px",
    maxHeight: "75vh",
    overflow: "auto",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground3,
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
    "@container (max-width: 639.98px)": { maxHeight: "40vh" },
  },
  link: { color: tokens.colorBrandForegroundLink },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** A receipt: its picture beside what it says, its lines, and its transaction. */
export function ReceiptView({ item }: { item: Item }) {
  const styles = useStyles();
  const { data: receipt, isError, error, refetch } = useReceipt(item.id);
  const acts = useReceiptActs();
  const isMail = item.type === MAIL_TYPE;
  const step = item.processing.receipt;
  const reads = Object.values(item.processing).some(({ state }) => state === "pending");
  return (
    <div className={styles.root}>
      <div className={styles.sides}>
        {isMail ? <MailText item={item} /> : <ReceiptPicture item={item} />}
        <div className={styles.values}>
          {reads && <StatusText status="run">The receipt is being read…</StatusText>}
          {!reads && step?.state === "failure" && (
            <Notice
              intent="warning"
              actions={
                <Button size="small" onClick={() => void acts.readAgain(item.id)}>
                  Read again
                </Button>
              }
            >
              {step.cancelled ? "Reading it was cancelled." : `It could not be read. ${step.reason}.`}
            </Notice>
          )}
          {!isMail && <Sources item={item} />}
          {receipt ? (
            <>
              <ReceiptFields receipt={receipt} correct={(patch) => void acts.correct(receipt, patch)} />
              <ReceiptMatch receipt={receipt} acts={acts} />
            </>
          ) : isError ? (
            <ErrorState title="The receipt could not be loaded" error={error} onRetry={() => void refetch()} />
          ) : receipt === undefined ? (
            <RowSkeleton rows={4} />
          ) : null}
        </div>
      </div>
      {receipt && <ReceiptLines receipt={receipt} correct={(patch) => acts.correct(receipt, patch)} />}
      <div className={styles.actions}>
        {receipt && !reads && !isMail && (
          <Button size="small" onClick={() => void acts.readAgain(item.id)}>
            Read again
          </Button>
        )}
        <Button size="small" onClick={() => void (isMail ? acts.dismiss(item.id) : acts.isNone(item.id))}>
          Not a receipt
        </Button>
      </div>
    </div>
  );
}

/** The cards that the receipt is from: mails, say, whose file it was. */
function Sources({ item }: { item: Item }) {
  const styles = useStyles();
  return referencesIn(item.body).map(({ id, title }) => (
    <span key={id}>
      From{" "}
      <Link className={styles.link} to={`/items/all/${id}`}>
        {title}
      </Link>
    </span>
  ));
}

/** A mail that says what was paid: its card stays a mail. */
function MailText({ item }: { item: Item }) {
  const styles = useStyles();
  return (
    <div className={styles.values}>
      <span>
        From the mail{" "}
        <Link className={styles.link} to={`/items/mail/${item.id}`}>
          {item.title}
        </Link>
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys */}
      <section className={styles.text} tabIndex={0} aria-label="What the mail says">
        {item.body}
      </section>
    </div>
  );
}

function ReceiptPicture({ item }: { item: Item }) {
  const styles = useStyles();
  const { preview, width, height, text } = item.data as Partial<
    Record<"preview" | "text", string> & Record<"width" | "height", number>
  >;
  const { src, failed, retry } = usePicture(preview ? pictureUrl(item.id, preview) : null);
  const [file] = item.attachments;
  const open = async () => {
    if (!file) return;
    try {
      await openFile(file);
    } catch (error) {
      shell().notifications.show({
        message: failureWords(`${file.name} was not opened.`, error),
        intent: "error",
      });
    }
  };
  if (failed)
    return (
      <Notice
        intent="error"
        actions={
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        }
      >
        The picture could not be loaded.
      </Notice>
    );
  if (!preview)
    return file ? (
      <div className={styles.values}>
        {file.mediaType === "text/plain" && typeof text === "string" && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
          <section className={styles.text} tabIndex={0} aria-label="What the file says">
            {text}
          </section>
        )}
        <div className={styles.actions}>
          <Button onClick={() => void open()}>
            {file.mediaType === "application/pdf" ? "Open the PDF in a new tab" : "Open the file in a new tab"}
          </Button>
        </div>
      </div>
    ) : null;
  return (
    <button
      type="button"
      className={styles.frame}
      aria-label="Open the picture in a new tab"
      onClick={() => void open()}
    >
      <img
        className={styles.picture}
        src={src ?? undefined}
        alt={`Receipt ${item.title}`}
        style={{ aspectRatio: `${width} / ${height}`, visibility: src ? undefined : "hidden" }}
      />
    </button>
  );
}
