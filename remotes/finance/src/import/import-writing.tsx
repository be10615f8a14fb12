import type { BankImport } from "@tessera/contracts-finance/imports.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { ProgressBar } from "@tessera/fluent-extra";
import { Notice, useUiSettings } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { finance } from "../api.ts";
import { useActs } from "../frame/undo.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "16px", maxWidth: "640px", padding: "24px" },
  words: { overflowWrap: "anywhere" },
  hint: { margin: 0, color: tokens.colorNeutralForeground2 },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** A file of many entries while it comes into the books: how far it is, and how it is stopped. */
export function ImportWriting({ file }: { file: BankImport }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { refresh } = useActs();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { written, total } = file.progress!;
  const stop = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await finance.stopImport(file.id);
      await refresh();
    } catch (error) {
      setFailure(failureWords("The import was not stopped.", error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.root}>
      {failure && <Notice intent="error">{failure}</Notice>}
      <span className={styles.words}>
        {file.fileName}: {written.toLocaleString(locale)} of {total.toLocaleString(locale)} entries are in your books
      </span>
      <ProgressBar value={total ? written / total : undefined} aria-label={`Importing ${file.fileName}`} />
      <p className={styles.hint}>It continues when you leave this page. You can use what is there already.</p>
      <div className={styles.buttons}>
        <Button disabledFocusable={busy} onClick={() => void stop()}>
          Stop the import
        </Button>
      </div>
    </div>
  );
}
