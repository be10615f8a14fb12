import { Button, makeStyles } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { useMutation, useQueryClient } from "@tessera/query";
import { type FormEvent, useRef, useState } from "react";
import { keys, sampleArea } from "../api.ts";

const useStyles = makeStyles({
  form: { display: "flex", alignItems: "flex-start", gap: "8px", padding: "16px" },
  field: { flexGrow: 1, maxWidth: "480px" },
});

/**
 * Adds a record. A request that is repeated after it got lost stores nothing twice: one key for each title that is
 * sent.
 */
export function AddRecord() {
  const styles = useStyles();
  const client = useQueryClient();
  const [title, setTitle] = useState("");
  const attempt = useRef({ title: "", key: "" });
  const add = useMutation({
    mutationFn: (wanted: string) => {
      if (attempt.current.title !== wanted) attempt.current = { title: wanted, key: crypto.randomUUID() };
      return sampleArea.createRecord({ title: wanted }, attempt.current.key);
    },
    onSuccess: () => {
      attempt.current = { title: "", key: "" };
      setTitle("");
      return client.invalidateQueries({ queryKey: keys.records });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() && !add.isPending) add.mutate(title.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        className={styles.field}
        validationMessage={add.error?.message}
        validationState={add.isError ? "error" : "none"}
      >
        <Input
          aria-label="Title of the record"
          placeholder="What is it about?"
          maxLength={200}
          value={title}
          onChange={(_, data) => {
            setTitle(data.value);
            add.reset();
          }}
        />
      </Field>
      <Button type="submit" appearance="primary" disabledFocusable={!title.trim() || add.isPending}>
        Add
      </Button>
    </form>
  );
}
