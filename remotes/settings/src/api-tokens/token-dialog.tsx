import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Checkbox } from "@tessera/fluent-data";
import { type DialogActions, shell } from "@tessera/shell-api";
import { useState } from "react";

const useStyles = makeStyles({
  content: { display: "flex", flexDirection: "column", gap: "16px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  value: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    padding: "8px 12px",
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground4,
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: "anywhere",
    "& code": { flexGrow: 1, minWidth: 0, font: "inherit" },
    "& > button": { flexShrink: 0 },
    "@media (max-width: 599.98px)": { "& > button": { minHeight: "44px" } },
  },
  done: { display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "8px" },
});

/** The only time that a token is shown: it closes once the person says that it is kept. */
export function TokenDialog({ token, dialog }: { token: string; dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [kept, setKept] = useState(false);
  const copy = async () => {
    const { show } = shell().notifications;
    await navigator.clipboard.writeText(token).then(
      () => show({ message: "Token copied. Paste it where only your program reads it.", intent: "success" }),
      () => show({ message: "The browser did not let the page copy. Select the text and copy it.", intent: "error" }),
    );
  };
  return (
    <div className={styles.content}>
      <p className={styles.text}>
        Anybody who has this token can do what you let it do, without your password. It is shown only now: put it into
        your program, or a password manager.
      </p>
      <div className={styles.value}>
        <code>{token}</code>
        <Button size="small" aria-label="Copy the token" onClick={copy}>
          Copy
        </Button>
      </div>
      <div className={styles.done}>
        <Checkbox label="I have saved it" checked={kept} onChange={(_, { checked }) => setKept(checked === true)} />
        <Button appearance="primary" disabledFocusable={!kept} onClick={() => kept && dialog.close(true)}>
          Done
        </Button>
      </div>
    </div>
  );
}
