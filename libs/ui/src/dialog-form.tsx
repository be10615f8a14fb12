import { Button, makeStyles } from "@tessera/fluent";
import type { ReactNode } from "react";
import { failureWords } from "./failure-words.ts";
import { Notice } from "./notice.tsx";
import { useSubmit } from "./use-submit.ts";

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

/** A form in a dialog. When its act fails, it stays open with what was typed and says why. */
export function DialogForm(props: {
  /** The dialog that the form is in. */
  dialog: { close(value?: true): void; cancel(): void };
  children: ReactNode;
  /** Texts of the buttons. */
  confirm: string;
  cancel: string;
  disabled?: boolean;
  /** The dialog closes when it resolves, unless with "stay": there is another step. */
  act(): Promise<unknown>;
  /** Puts a failure into words; by default, that nothing was changed, and the error's own message. */
  sentence?: (error: unknown) => string;
}) {
  const styles = useStyles();
  const { busy, failure, submit } = useSubmit(
    props.sentence ?? ((error) => failureWords("Nothing was changed.", error)),
  );
  const act = async () => {
    if (!props.disabled && (await props.act()) !== "stay") props.dialog.close(true);
  };
  return (
    <form className={styles.form} onSubmit={submit(act)} aria-busy={busy}>
      {failure && <Notice intent="error">{failure}</Notice>}
      {props.children}
      <div className={styles.buttons}>
        <Button appearance="subtle" data-closes="" onClick={() => props.dialog.cancel()}>
          {props.cancel}
        </Button>
        <Button type="submit" appearance="primary" disabledFocusable={busy || props.disabled}>
          {props.confirm}
        </Button>
      </div>
    </form>
  );
}
