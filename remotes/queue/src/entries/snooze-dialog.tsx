import { Button, makeStyles } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { type FormEvent, useState } from "react";

const useStyles = makeStyles({
  form: { display: "flex", flexDirection: "column", gap: "16px" },
  buttons: { display: "flex", justifyContent: "flex-end", gap: "8px" },
});

/** "2026-11-23T09:00" in local time, as the field takes it. */
const fieldText = (date: Date) => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Asks for any time in the future; resolves with it. */
export function SnoozeDialog({ dialog }: { dialog: DialogActions<Date> }) {
  const styles = useStyles();
  const [text, setText] = useState(() => fieldText(new Date(Date.now() + 24 * 3_600_000)));
  const until = new Date(text);
  const over = Number.isNaN(until.getTime()) || until.getTime() <= Date.now();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!over) dialog.close(until);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label="Come back at"
        validationState={over ? "error" : "none"}
        validationMessage={over ? "Choose a time in the future." : undefined}
      >
        <Input type="datetime-local" value={text} min={fieldText(new Date())} onChange={(_, data) => setText(data.value)} autoFocus />
      </Field>
      <div className={styles.buttons}>
        <Button onClick={() => dialog.cancel()}>Keep it here</Button>
        <Button appearance="primary" type="submit" disabled={over}>
          Snooze
        </Button>
      </div>
    </form>
  );
}
