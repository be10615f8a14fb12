import { Button, makeStyles } from "@tessera/fluent";
import { type FormEvent, type ReactNode, useState } from "react";
import { Notice } from "./notice.tsx";

const useStyles = makeStyles({
  form: { display: "flex", flexDirection: "column", gap: "16px" },
  buttons: {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "flex-end",
    gap: "8px",
    padding: "8px 0 0",
    "@media (max-width: 599.98px)": { "& > button": { flexGrow: 1, height: "44px" } },
  },
});

/** A form in a dialog: stays open with what was typed, and says why, when the act fails. */
export function DialogForm(props: {
  /** The dialog that the form is in. */
  dialog: { close(value?: true): void; cancel(): void };
  children: ReactNode;
  /** Text of the button that acts, and of the one that does not. */
  confirm: string;
  cancel: string;
  disabled?: boolean;
  /** Closes the dialog when it resolves, unless with "stay": there is another step. */
  act(): Promise<unknown>;
  /** What to say of a failure; without: that nothing was changed, and the error's own words. */
  sentence?: (error: unknown) => string;
}) {
  const styles = useStyles();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || props.disabled) return;
    setBusy(true);
    setFailure(null);
    try {
      if ((await props.act()) === "stay") setBusy(false);
      else props.dialog.close(true);
    } catch (error) {
      setFailure(props.sentence ? props.sentence(error) : `Nothing was changed. ${(error as Error).message}`);
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-busy={busy}>
      {failure && <Notice intent="error">{failure}</Notice>}
      {props.children}
      <div className={styles.buttons}>
        <Button appearance="subtle" onClick={() => props.dialog.cancel()}>
          {props.cancel}
        </Button>
        <Button type="submit" appearance="primary" disabledFocusable={busy || props.disabled}>
          {props.confirm}
        </Button>
      </div>
    </form>
  );
}
