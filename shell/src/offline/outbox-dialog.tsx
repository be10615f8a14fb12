import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { type DialogActions, shell, useOffline, type WaitingAct } from "@tessera/shell-api";
import { Pill, RelativeTime, StatusText } from "@tessera/ui";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  act: {
    display: "flex",
    flexDirection: "column",
    gap: "4px",
    padding: "12px 0",
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ":last-child": { borderBottom: "none" },
  },
  head: { display: "flex", alignItems: "baseline", gap: "8px" },
  title: { flexGrow: 1, minWidth: 0, overflowWrap: "anywhere" },
  age: { flexShrink: 0, fontSize: "12px", color: tokens.colorNeutralForeground3 },
  text: {
    maxHeight: "80px",
    margin: 0,
    overflow: "hidden",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground2,
  },
  buttons: { display: "flex", flexWrap: "wrap", gap: "8px", marginTop: "4px" },
});

/** What waits to be sent, in order, and what was refused: nothing is removed but by the person. */
export function Outbox({ dialog }: { dialog: DialogActions }) {
  const styles = useStyles();
  const { acts, connected } = useOffline();
  if (acts.length === 0) return <p>Everything has been sent.</p>;
  return (
    <>
      <p>
        {connected
          ? "These changes are kept on this device until they are sent."
          : "These changes are kept on this device. They are sent once the connection is back."}
      </p>
      <ul className={styles.list}>
        {acts.map((act) => (
          <Act key={act.id} act={act} onClose={() => dialog.close()} />
        ))}
      </ul>
    </>
  );
}

function Act({ act, onClose }: { act: WaitingAct; onClose: () => void }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { offline, notifications } = shell();
  const { text, path } = act;
  const copy = async (words: string) => {
    await navigator.clipboard.writeText(words);
    notifications.show({ message: "Text copied", intent: "success" });
  };
  const discard = async () => {
    if (!(await offline.discard(act.id)))
      notifications.show({ message: "This change has been sent already.", intent: "info" });
  };
  return (
    <li className={styles.act}>
      <div className={styles.head}>
        <span className={styles.title}>{act.title}</span>
        <span className={styles.age}>
          <RelativeTime at={new Date(act.at)} />
        </span>
      </div>
      {text && <p className={styles.text}>{text}</p>}
      {act.state === "sending" && <StatusText status="run">Sending</StatusText>}
      {act.reason !== null && (
        <span>
          <Pill status="warn">Not accepted</Pill> {act.reason}
        </span>
      )}
      <div className={styles.buttons}>
        {act.state === "refused" && (
          <Button size="small" onClick={() => void offline.retry(act.id)}>
            Send again
          </Button>
        )}
        {path && (
          <Button
            size="small"
            onClick={() => {
              onClose();
              void navigate(path);
            }}
          >
            Open
          </Button>
        )}
        {text && (
          <Button size="small" onClick={() => void copy(text)}>
            Copy text
          </Button>
        )}
        <Button size="small" disabled={act.state === "sending"} onClick={() => void discard()}>
          Discard
        </Button>
      </div>
    </li>
  );
}
