import { ArrowUndo16Regular } from "@fluentui/react-icons/svg/arrow-undo";
import type { Invoice } from "@tessera/contracts-billing/billing.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { StatusText, useMinWidth } from "@tessera/ui";
import { type ReactElement, useState } from "react";
import { useInvoices } from "../api.ts";
import { type Formats, useFormats } from "../formats.ts";
import { PageSection } from "../page-section.tsx";
import { Notice } from "../plan/notice.tsx";

/** Lines shown before a person asks for all. */
const firstLines = 6;

interface StatusWord {
  status: "ok" | "warn" | "bad" | "idle";
  word: string;
  icon?: ReactElement;
}

const statuses: Record<Invoice["status"], StatusWord> = {
  paid: { status: "ok", word: "Paid" },
  open: { status: "warn", word: "Open" },
  uncollectible: { status: "bad", word: "Not paid" },
  draft: { status: "idle", word: "Being made" },
  void: { status: "idle", word: "Void" },
};

const useStyles = makeStyles({
  table: {
    width: "100%",
    borderCollapse: "collapse",
    tableLayout: "fixed",
    "& tbody tr:last-child td": { borderBottomWidth: 0 },
  },
  head: {
    fontSize: "12px",
    lineHeight: "16px",
    fontWeight: 400,
    color: tokens.colorNeutralForeground3,
    textAlign: "left",
    padding: "0 12px",
    height: "28px",
  },
  cell: {
    height: "32px",
    padding: "0 12px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    whiteSpace: "nowrap",
  },
  what: { overflow: "hidden", textOverflow: "ellipsis" },
  first: { paddingLeft: 0 },
  last: { paddingRight: 0 },
  number: { fontVariantNumeric: "tabular-nums" },
  right: { textAlign: "right" },
  status: { "& > span": { verticalAlign: "middle", whiteSpace: "normal" } },
  quiet: { color: tokens.colorNeutralForeground3 },
  link: {
    color: tokens.colorNeutralForeground1,
    textDecorationLine: "underline",
    textDecorationThickness: "1px",
    textUnderlineOffset: "3px",
    textDecorationColor: tokens.colorNeutralStrokeAccessible,
  },
  list: { listStyleType: "none", margin: 0, padding: 0 },
  entry: {
    display: "grid",
    gridTemplateColumns: "1fr auto",
    gap: "2px 16px",
    padding: "10px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  empty: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** The invoices, latest first. `emptyHidden`: says nothing when there never was one. */
export function Invoices({ emptyHidden }: { emptyHidden: boolean }) {
  const styles = useStyles();
  const invoices = useInvoices();
  const wide = useMinWidth(960);
  const [all, setAll] = useState(false);
  if (invoices.isError && !invoices.data) {
    return (
      <PageSection title="Invoices">
        <Notice
          intent="warning"
          title="The invoices did not load"
          actions={<Button onClick={() => invoices.refetch()}>Load again</Button>}
        >
          {invoices.error.message}
        </Notice>
      </PageSection>
    );
  }
  const list = invoices.data ?? [];
  if (list.length === 0 && (emptyHidden || !invoices.data)) return null;
  const shown = all ? list : list.slice(0, firstLines);
  const more =
    shown.length < list.length ? (
      <Button size="small" appearance="subtle" onClick={() => setAll(true)}>
        Show all {list.length}
      </Button>
    ) : null;
  return (
    <PageSection title="Invoices" aside={more}>
      {list.length === 0 ? (
        <p className={styles.empty}>Your first invoice comes with your first payment.</p>
      ) : wide ? (
        <InvoiceTable invoices={shown} />
      ) : (
        <InvoiceList invoices={shown} />
      )}
    </PageSection>
  );
}

function InvoiceTable({ invoices }: { invoices: Invoice[] }) {
  const styles = useStyles();
  const { date, money } = useFormats();
  return (
    <table className={styles.table} aria-label="Invoices">
      <thead>
        <tr>
          <th className={mergeClasses(styles.head, styles.first)} style={{ width: 120 }}>
            Date
          </th>
          <th className={styles.head} style={{ width: 160 }}>
            Number
          </th>
          <th className={styles.head}>What for</th>
          <th className={styles.head} style={{ width: 208 }}>
            Status
          </th>
          <th className={mergeClasses(styles.head, styles.right)} style={{ width: 96 }}>
            Amount
          </th>
          <th className={mergeClasses(styles.head, styles.right, styles.last)} style={{ width: 88 }}>
            Document
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <td className={mergeClasses(styles.cell, styles.first, styles.number)}>{date(invoice.createdAt)}</td>
            <td className={mergeClasses(styles.cell, styles.number, styles.quiet)}>{invoice.number}</td>
            <td className={mergeClasses(styles.cell, styles.what)} title={invoice.description}>
              {invoice.description}
            </td>
            <td className={mergeClasses(styles.cell, styles.status)}>
              <InvoiceStatus invoice={invoice} />
            </td>
            <td className={mergeClasses(styles.cell, styles.number, styles.right)}>{money(invoice.total)}</td>
            <td className={mergeClasses(styles.cell, styles.right, styles.last)}>
              <InvoiceLink invoice={invoice} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function InvoiceList({ invoices }: { invoices: Invoice[] }) {
  const styles = useStyles();
  const { date, money } = useFormats();
  return (
    <ul className={styles.list} aria-label="Invoices">
      {invoices.map((invoice) => (
        <li key={invoice.id} className={styles.entry}>
          <span>{invoice.description}</span>
          <span className={mergeClasses(styles.number, styles.right)}>{money(invoice.total)}</span>
          <span className={mergeClasses(styles.number, styles.quiet, styles.status)}>
            {date(invoice.createdAt)} <InvoiceStatus invoice={invoice} />
          </span>
          <span className={styles.right}>
            <InvoiceLink invoice={invoice} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What became of the payment comes before that it was made. */
function statusWord({ status, total, paid, refunded = 0, disputed = false }: Invoice, { money }: Formats): StatusWord {
  const of = paid || total.amount;
  const sum = (amount: number) => money({ ...total, amount });
  const part = refunded < of ? ` ${sum(refunded)} of ${sum(of)}` : "";
  if (disputed) return { status: "warn", word: refunded > 0 ? `Disputed, refunded${part}` : "Disputed" };
  if (refunded > 0) return { status: "idle", word: `Refunded${part}`, icon: <ArrowUndo16Regular /> };
  return statuses[status];
}

function InvoiceStatus({ invoice }: { invoice: Invoice }) {
  const formats = useFormats();
  const { status, word, icon } = statusWord(invoice, formats);
  return (
    <StatusText status={status} icon={icon}>
      {word}
    </StatusText>
  );
}

function InvoiceLink({ invoice }: { invoice: Invoice }) {
  const styles = useStyles();
  if (!invoice.url) return null;
  const act = invoice.status === "open" ? "Pay" : "Open";
  return (
    <a
      className={styles.link}
      href={invoice.url}
      target="_blank"
      rel="noreferrer"
      aria-label={`${act} invoice ${invoice.number ?? ""}`}
    >
      {act}
    </a>
  );
}
