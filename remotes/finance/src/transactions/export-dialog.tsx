import type { Account } from "@tessera/contracts-finance/accounts.ts";
import type { ExportFormat } from "@tessera/contracts-finance/export.ts";
import { exportFileName } from "@tessera/contracts-finance/export-name.ts";
import { makeStyles } from "@tessera/fluent";
import { Field } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { DayField } from "@tessera/ui/day-field";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { finance } from "../api.ts";

interface Props {
  accounts: readonly Account[];
  /** What the list shows: the person may widen it. */
  account?: string;
  from?: string;
  to?: string;
}

/** Asks for format, account and days, and downloads the file. */
export const openExportDialog = (props: Props) =>
  shell().dialogs.open(ExportDialog, props, {
    title: "Export transactions",
    maxWidth: "480px",
    scrollable: true,
    buttons: [],
  });

/** Time in which the browser takes a download over, ms. */
const HANDOVER_MS = 60_000;

const FORMATS: Record<ExportFormat, { label: string; hint: string }> = {
  csv: { label: "CSV", hint: "For spreadsheets. A split transaction has a line for each part." },
  qif: { label: "QIF", hint: "For Quicken, GnuCash and others. The format does not hold currencies." },
  hledger: { label: "hledger journal", hint: "For hledger and Ledger, with opening balances." },
};

const useStyles = makeStyles({
  pair: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(160px, 1fr))",
    gap: "16px",
    alignItems: "start",
  },
});

const sentence = (error: unknown) => failureWords("Nothing was exported.", error);

function ExportDialog(props: Props & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const { accounts, dialog } = props;
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [account, setAccount] = useState(props.account ?? "");
  const [from, setFrom] = useState(props.from ?? "");
  const [to, setTo] = useState(props.to ?? "");
  const isBackwards = from !== "" && to !== "" && from > to;
  const act = async () => {
    const query = { format, account: account || undefined, from: from || undefined, to: to || undefined };
    const file = await finance.exportFile(query);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = exportFileName(query, accounts.find(({ id }) => id === account)?.name);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), HANDOVER_MS);
    shell().notifications.show({ message: `Exported ${link.download}`, intent: "success" });
  };
  return (
    <DialogForm dialog={dialog} confirm="Export" cancel="Cancel" disabled={isBackwards} act={act} sentence={sentence}>
      <Field label="Format" hint={FORMATS[format].hint}>
        <Select autoFocus value={format} onChange={(_, data) => setFormat(data.value as ExportFormat)}>
          {Object.entries(FORMATS).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Account">
        <Select value={account} onChange={(_, data) => setAccount(data.value)}>
          <option value="">All accounts</option>
          {accounts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <div className={styles.pair}>
        <Field label="From" hint="Empty: from the first one">
          <DayField label="From" value={from} onChange={setFrom} />
        </Field>
        <Field
          label="To"
          hint="Empty: to the last one"
          validationMessage={isBackwards ? "Choose a day that is not before the first one." : undefined}
        >
          <DayField label="To" value={to} onChange={setTo} />
        </Field>
      </div>
    </DialogForm>
  );
}
