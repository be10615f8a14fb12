import type { Item, MailData } from "@tessera/contracts-items/items.ts";
import type { ItemBodyProps, ItemTypeView } from "@tessera/shell-api";
import { Pill, useUiSettings, ViewTabs } from "@tessera/ui";
import { Fragment, useState } from "react";
import type { z } from "zod";
import { Attachments } from "../../detail/attachments.tsx";
import { ReadAloudButton } from "../../detail/reader/read-aloud-button.tsx";
import { Reader } from "../../detail/reader/reader.tsx";
import { frameText, useReaderText } from "../../detail/reader/reader-text.ts";
import { TextSettings } from "../../detail/reader/text-settings.tsx";
import { useDetailStyles } from "../../detail/use-detail-styles.ts";
import { KeepTextButtons } from "../file/keep-attachment-buttons.tsx";

const people = (list: { name: string; address: string }[]) =>
  list.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(", ");

/**
 * What a mail says, as a file of its own: its sender first, who is rather the shop of an order, and its day last, in
 * case its text states no other.
 */
const textOf = (item: Item, { from: [sender], date }: z.output<typeof MailData>) =>
  [sender?.name || sender?.address, item.body.trim(), date && `Date: ${date.slice(0, 10)}`]
    .filter(Boolean)
    .join("\n\n");

/** The service validates the fields and omits empty ones. */
const mailOf = (item: Item): z.output<typeof MailData> => ({
  from: [],
  to: [],
  cc: [],
  date: null,
  html: null,
  warnings: [],
  ...item.data,
});

function Body({ item }: ItemBodyProps) {
  const styles = useDetailStyles();
  const { locale, timeZone } = useUiSettings();
  const mail = mailOf(item);
  const [view, setView] = useState("page");
  const date =
    mail.date && new Date(mail.date).toLocaleString(locale, { dateStyle: "full", timeStyle: "short", timeZone });
  const fields = [
    ["From", people(mail.from)],
    ["To", people(mail.to)],
    ["Cc", people(mail.cc)],
    ["Date", date],
  ].filter(([, value]) => value);
  const attachments = <Attachments card={item} />;
  return (
    <>
      <div className={styles.rows}>
        {fields.map(([label, value]) => (
          <Fragment key={label}>
            <span className={styles.rowLabel}>{label}</span>
            <span>{value}</span>
          </Fragment>
        ))}
      </div>
      {mail.warnings.map((warning) => (
        <div key={warning} className={styles.notice}>
          <span className={styles.grow}>
            <Pill status="warn">Odd message</Pill> {warning}
          </span>
        </div>
      ))}
      <div className={styles.keep}>{item.body.trim() && <KeepTextButtons card={item} text={textOf(item, mail)} />}</div>
      <div className={styles.reading}>
        {mail.html !== null && item.body.trim() && (
          <div className={styles.flush}>
            <ViewTabs
              label="How to show the mail"
              views={[
                { id: "page", label: "As sent" },
                { id: "text", label: "Text alone" },
              ]}
              selected={view}
              onSelect={setView}
            />
          </div>
        )}
        <TextSettings />
        {mail.html !== null && (view === "page" || !item.body.trim()) && <ReadAloudButton itemId={item.id} />}
      </div>
      {mail.html !== null && (view === "page" || !item.body.trim()) ? (
        <Reader item={item} title={`Mail ${item.title}`} html={mail.html}>
          {attachments}
        </Reader>
      ) : (
        <>
          <PlainText text={item.body.trim() || "This mail has no text."} />
          {attachments}
        </>
      )}
    </>
  );
}

function PlainText({ text }: { text: string }) {
  const { font, size, lineHeight } = frameText(useReaderText());
  const family = font === "serif" ? "serif" : undefined;
  return (
    <div className={useDetailStyles().plain} style={{ fontSize: size, lineHeight, fontFamily: family }}>
      {text}
    </div>
  );
}

/** A mail: who, when, its text or its page in a frame of its own, and what was attached. */
const view: ItemTypeView = { Body };
export default view;
