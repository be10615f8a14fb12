import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Checkbox } from "@tessera/fluent-data";
import { type DialogActions, shell, useSession } from "@tessera/shell-api";
import { useState } from "react";
import { printText } from "./print-text.ts";

const useStyles = makeStyles({
  content: { display: "flex", flexDirection: "column", gap: "16px" },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  codes: {
    display: "grid",
    gridTemplateColumns: "1fr 1fr",
    gap: "4px 24px",
    margin: 0,
    padding: "16px 24px",
    listStyleType: "none",
    borderRadius: "8px",
    backgroundColor: tokens.colorNeutralBackground4,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: "16px",
    lineHeight: "24px",
  },
  buttons: {
    display: "flex",
    flexWrap: "wrap",
    gap: "8px",
    "@media (max-width: 599.98px)": { "& > button": { minHeight: "44px" } },
  },
  done: { display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "8px" },
});

/** The only time the codes are seen: it closes once the person says that they are kept. */
export function RecoveryCodesDialog({ codes, dialog }: { codes: string[]; dialog: DialogActions<true> }) {
  const styles = useStyles();
  const { user } = useSession();
  const [kept, setKept] = useState(false);
  const text = [
    `Recovery codes of ${user?.email ?? "your account"} for Tessera at ${location.host}`,
    "Each works once in place of a code from your second factor.",
    "",
    ...codes,
    "",
  ].join("\n");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () =>
        shell().notifications.show({
          message: "The codes are copied. Paste them where only you can read them.",
          intent: "success",
        }),
      () =>
        shell().notifications.show({
          message: "The browser did not let the page copy. Download or print the codes.",
          intent: "error",
        }),
    );
  const download = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = "tessera-recovery-codes.txt";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className={styles.content}>
      <p className={styles.text}>
        When you do not have your second factor, each of these signs you in once. They are shown only now: save them in
        your password manager, or on paper, apart from the phone.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={copy}>Copy</Button>
        <Button onClick={download}>Download</Button>
        <Button onClick={() => printText("Recovery codes", text)}>Print</Button>
      </div>
      <div className={styles.done}>
        <Checkbox label="I have saved them" checked={kept} onChange={(_, { checked }) => setKept(checked === true)} />
        <Button appearance="primary" disabledFocusable={!kept} onClick={() => kept && dialog.close(true)}>
          Done
        </Button>
      </div>
    </div>
  );
}
