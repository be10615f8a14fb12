import type { BankImport } from "@tessera/contracts-finance/imports.ts";
import { Button, makeStyles } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { Notice, StatusText } from "@tessera/ui";
import { useActs } from "../frame/undo.ts";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", alignItems: "flex-start", gap: "16px", padding: "24px" },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** What an import did, and the ways on: to the transactions, to the next file, back. */
export function ImportDone({ file, onAgain }: { file: BankImport; onAgain: () => void }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { undo } = useActs();
  const { created, changed, fileName } = file;
  const words = `${fileName}: ${created.toLocaleString()} new, ${changed.toLocaleString()} changed`;
  if (file.state === "undone")
    return (
      <div className={styles.root}>
        <Notice intent="success">The import of {fileName} was undone. Choose the file again to repeat it.</Notice>
        <Button onClick={onAgain}>Choose a file</Button>
      </div>
    );
  return (
    <div className={styles.root}>
      {file.progress ? (
        <Notice intent="warning">
          {file.progress.failure ? `${file.progress.failure}.` : "The import was stopped."} {words}. Choose the file
          again to bring in the rest: what is there already is recognised.
        </Notice>
      ) : (
        <StatusText status="ok">{words}</StatusText>
      )}
      <div className={styles.buttons}>
        <Button appearance="primary" onClick={() => navigate("/finance/transactions")}>
          Show transactions
        </Button>
        <Button onClick={onAgain}>Import another file</Button>
        {file.act && (
          <Button appearance="subtle" onClick={() => void undo({ act: file.act!, words: `Import of ${fileName}` })}>
            Undo the import
          </Button>
        )}
      </div>
    </div>
  );
}
