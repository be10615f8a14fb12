import { makeStyles } from "@tessera/fluent";
import { ProgressBar } from "@tessera/fluent-extra";
import { TextButton } from "./text-button.tsx";

const useStyles = makeStyles({
  root: { alignSelf: "stretch" },
  // As the words around it are aligned.
  line: { overflowWrap: "anywhere", "& > :last-child": { marginLeft: "12px" } },
});

/** A file on its way to the server: what happens to it, how much has, and the way to stop it. */
export function Sending({
  words,
  done,
  onCancel,
}: {
  words: string;
  /** From 0 to 1; null where it is not known. */
  done: number | null;
  onCancel(): void;
}) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <div className={styles.line}>
        <span role="status">{words}</span>
        <TextButton onClick={onCancel}>Cancel</TextButton>
      </div>
      <ProgressBar value={done ?? undefined} aria-label={words} />
    </div>
  );
}
