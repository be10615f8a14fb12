import { Button, makeStyles } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import type { DialogActions } from "@tessera/shell-api";
import { type FormEvent, type ReactNode, useState } from "react";
import { Notice } from "../parts/notice.tsx";

const useStyles = makeStyles({
  form: { display: "flex", flexDirection: "column", gap: "16px" },
  text: { margin: 0 },
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
  dialog: DialogActions<true>;
  children: ReactNode;
  /** Text of the button that acts, and of the one that does not. */
  confirm: string;
  cancel: string;
  disabled?: boolean;
  act(): Promise<unknown>;
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
      await props.act();
      props.dialog.close(true);
    } catch (error) {
      setFailure((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {failure && <Notice intent="error">Nothing was changed. {failure}</Notice>}
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

export interface ActProps {
  /** What will happen, and to whom. */
  text: ReactNode;
  /** Releases to choose from, the proposed one first; none where there is nothing to choose. */
  releases?: { id: string; label: string; version: string }[];
  confirm: (version: string) => string;
  cancel: string;
  act: (reason: string | undefined, release: string) => Promise<unknown>;
}

/** Asks before what cannot be taken back, for a reason that the log keeps, and acts. */
export function ActDialog({ text, releases = [], confirm, cancel, act, dialog }: ActProps & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const [release, setRelease] = useState(releases[0]?.id ?? "");
  const [reason, setReason] = useState("");
  const version = releases.find(({ id }) => id === release)?.version ?? "";
  return (
    <DialogForm dialog={dialog} confirm={confirm(version)} cancel={cancel} act={() => act(reason.trim() || undefined, release)}>
      <p className={styles.text}>{text}</p>
      {releases.length > 0 && (
        <Field label="Release that everybody gets">
          <Select value={release} onChange={(_, data) => setRelease(data.value)}>
            {releases.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Reason" hint="Optional; kept in the log.">
        <Input value={reason} maxLength={500} onChange={(_, data) => setReason(data.value)} />
      </Field>
    </DialogForm>
  );
}
