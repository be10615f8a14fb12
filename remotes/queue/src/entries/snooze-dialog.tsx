import { momentOf, wallTime } from "@tessera/contracts/days.ts";
import { Button, makeStyles } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import type { DialogActions } from "@tessera/shell-api";
import { useUiSettings } from "@tessera/ui";
import { type FormEvent, useState } from "react";

const useStyles = makeStyles({
  form: { display: "flex", flexDirection: "column", gap: "16px" },
  buttons: { display: "flex", justifyContent: "flex-end", gap: "8px" },
});

/** Asks for any time in the future; resolves with it. */
export function SnoozeDialog({ dialog }: { dialog: DialogActions<Date> }) {
  const styles = useStyles();
  const { timeZone } = useUiSettings();
  const [text, setText] = useState(() => wallTime(new Date(Date.now() + 24 * 3_600_000), timeZone));
  const until = momentOf(text, timeZone);
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
        <Input
          type="datetime-local"
          value={text}
          min={wallTime(new Date(), timeZone)}
          onChange={(_, data) => setText(data.value)}
          autoFocus
        />
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
