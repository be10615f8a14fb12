import { makeStyles, tokens } from "@tessera/fluent";
import { ProgressBar } from "@tessera/fluent-extra";
import { useUiSettings } from "@tessera/ui";

const useStyles = makeStyles({
  root: { display: "flex", flexDirection: "column", gap: "16px", maxWidth: "640px", padding: "24px" },
  words: { overflowWrap: "anywhere" },
  hint: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** An import of many entries while it is taken out of the books, or comes back: how far that is. */
export function ImportUndoing(props: { fileName: string; done: number; total: number; back?: boolean }) {
  const { fileName, done, total, back } = props;
  const styles = useStyles();
  const { locale } = useUiSettings();
  return (
    <div className={styles.root}>
      <span className={styles.words}>
        {fileName}: {done.toLocaleString(locale)} of {total.toLocaleString(locale)} entries are{" "}
        {back ? "back in" : "taken out of"} your books
      </span>
      <ProgressBar
        value={done / total}
        aria-label={`${back ? "Bringing back" : "Undoing"} the import of ${fileName}`}
      />
      <p className={styles.hint}>
        It continues when you leave this page.{!back && " What you reconciled meanwhile stays."}
      </p>
    </div>
  );
}
