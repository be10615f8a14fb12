import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Checkbox } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { useState } from "react";
import { ConnectAssistant } from "./connect-assistant.tsx";
import { CopyLine } from "./copy-line.tsx";

const useStyles = makeStyles({
  content: { display: "flex", flexDirection: "column", gap: "16px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  heading: { margin: "0 0 8px", fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  done: { display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "8px" },
});

/** The only time that a token is shown: it closes once the person says that it is kept. */
export function TokenDialog({ token, dialog }: { token: string; dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [kept, setKept] = useState(false);
  return (
    <div className={styles.content}>
      <p className={styles.text}>
        Anybody who has this token can do what you let it do, without your password. It is shown only now: put it into
        your program, or a password manager.
      </p>
      <CopyLine
        value={token}
        label="Copy the token"
        copied="Token copied. Paste it where only your program reads it."
      />
      <section aria-label="Connect an assistant">
        <h3 className={styles.heading}>Connect an assistant</h3>
        <ConnectAssistant token={token} />
      </section>
      <div className={styles.done}>
        <Checkbox label="I have saved it" checked={kept} onChange={(_, { checked }) => setKept(checked === true)} />
        <Button appearance="primary" disabledFocusable={!kept} onClick={() => kept && dialog.close(true)}>
          Done
        </Button>
      </div>
    </div>
  );
}
