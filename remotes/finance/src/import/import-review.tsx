import { counted } from "@tessera/contracts-core/counted.ts";
import type { Account } from "@tessera/contracts-finance/accounts.ts";
import type { BankImport } from "@tessera/contracts-finance/imports.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Select } from "@tessera/fluent-extra";
import { useCommands } from "@tessera/shell-api";
import { EmptyState, Notice, TextButton, useUiSettings } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { openAccountDialog } from "../accounts/account-dialog.tsx";
import { finance } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { money } from "../money.ts";
import { CsvLayoutForm } from "./csv-layout.tsx";
import { PreviewList } from "./preview-list.tsx";

const useStyles = makeStyles({
  head: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 16px",
    padding: "12px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  name: { fontWeight: 600 },
  second: { color: tokens.colorNeutralForeground2 },
  problems: { margin: "8px 16px 0", maxHeight: "160px", overflowY: "auto" },
  foot: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    padding: "12px 16px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  end: { marginLeft: "auto" },
});

/** Each statement of a file gets an account; what would become of its entries is shown before it is done. */
export function ImportReview(props: { file: BankImport; accounts: readonly Account[]; onAgain: () => void }) {
  const styles = useStyles();
  const { file, accounts } = props;
  const { locale } = useUiSettings();
  const { finished, noted } = useActs();
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState<Record<number, string>>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [key] = useState(() => crypto.randomUUID());
  const accountOf = (index: number) => chosen[index] ?? file.statements[index]?.accountId ?? "";
  const [correcting, setCorrecting] = useState(false);
  const statement = file.statements[at] ?? file.statements[0];
  const ready = file.statements.filter(({ index }) => accountOf(index) !== "");
  useCommands(
    () =>
      file.csv
        ? [
            {
              id: "finance.csv",
              title: "Correct how the file is read",
              group: "Import",
              run: () => setCorrecting(true),
            },
          ]
        : [],
    [file.csv],
  );
  if (correcting || !statement)
    return (
      <CsvLayoutForm
        file={file}
        accounts={accounts}
        accountId={accountOf(0) || null}
        onDone={() => setCorrecting(false)}
        onCancel={statement ? () => setCorrecting(false) : props.onAgain}
      />
    );
  const { account: hint, closing } = statement;
  const account = accounts.find(({ id }) => id === accountOf(at));

  const addAccount = () =>
    void openAccountDialog({
      hint: { name: hint.name ?? undefined, kind: hint.kind ?? undefined, currency: hint.currency ?? undefined },
      onDone: ({ act, account }) => {
        setChosen((before) => ({ ...before, [at]: account.id }));
        void finished(act, `${account.name} added`);
      },
    });
  const commit = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const statements = ready.map(({ index }) => ({ statement: index, accountId: accountOf(index) }));
      const done = await finance.commit(file.id, { statements }, key);
      if (done.import.progress) await noted(done.act, `Import of ${file.fileName}`);
      else await finished(done.act, `${counted(done.import.created, "transaction")} imported`);
    } catch (error) {
      setFailure(failureWords("Nothing was imported.", error));
      setBusy(false);
    }
  };
  return (
    <>
      <div className={styles.head}>
        <span className={styles.name}>{file.fileName}</span>
        <span className={styles.second}>{file.format}</span>
        {file.statements.length > 1 && (
          <Select aria-label="Statement" value={String(at)} onChange={(_, data) => setAt(Number(data.value))}>
            {file.statements.map(({ index, account, entries }) => (
              <option key={index} value={index}>
                {[
                  account.name ?? account.number ?? `Statement ${index + 1}`,
                  counted(entries, "entry", "entries"),
                ].join(", ")}
              </option>
            ))}
          </Select>
        )}
        <Select
          aria-label="Account"
          value={accountOf(at)}
          onChange={(_, data) => setChosen({ ...chosen, [at]: data.value })}
        >
          <option value="">Into which account?</option>
          {accounts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <TextButton onClick={addAccount}>New account</TextButton>
        {file.csv && (
          <TextButton onClick={() => setCorrecting(true)}>
            {file.csv.profile ? `Read as ${file.csv.profile.name}` : "Correct how it is read"}
          </TextButton>
        )}
        {closing && (
          <span className={styles.second}>
            The bank’s balance: {money(closing.amount, closing.currency, locale)}
            {statement.check === "differs" && `, ${money(statement.difference, closing.currency, locale)} off`}
          </span>
        )}
      </div>
      {failure && <Notice intent="error">{failure}</Notice>}
      {file.csv?.dateAmbiguous && (
        <Notice intent="warning">
          All dates of this file can be read in two ways.{" "}
          <TextButton onClick={() => setCorrecting(true)}>Choose the order of dates</TextButton>
        </Notice>
      )}
      {file.problems.length > 0 && (
        <details className={styles.problems} open>
          <summary>
            {counted(file.problems.length, "part")} of the file {file.problems.length === 1 ? "wants" : "want"} a look
          </summary>
          <ul>
            {file.problems.map(({ line, entry, reason }) => (
              <li key={`${line} ${reason}`}>
                Line {line}
                {entry && `, ${entry}`}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {account ? (
        <PreviewList importId={file.id} statement={at} account={account} />
      ) : (
        <EmptyState
          title={[
            `${statement.entries.toLocaleString(locale)} ${statement.entries === 1 ? "entry" : "entries"}`,
            ...(hint.number ? [`of account ${hint.number}`] : []),
          ].join(" ")}
          sentence={
            accounts.length
              ? "Choose the account that this statement is of, or add it."
              : "Add the account that this statement is of. Then you see what comes into it."
          }
          action={{ label: "Add this account", onClick: addAccount }}
        />
      )}
      <div className={styles.foot}>
        <Button appearance="primary" disabledFocusable={busy || ready.length === 0} onClick={() => void commit()}>
          {ready.length > 1 ? `Import ${ready.length} statements` : "Import"}
        </Button>
        <Button appearance="subtle" onClick={props.onAgain}>
          Choose another file
        </Button>
      </div>
    </>
  );
}
