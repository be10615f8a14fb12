import { Button } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { shell, useSession } from "@tessera/shell-api";
import { type FormEvent, useState } from "react";
import { Notice } from "../parts/notice.tsx";
import { SettingGroup } from "../parts/setting.tsx";
import { accountSentence } from "./account-sentence.ts";
import { useFormStyles } from "./form-styles.ts";

/** Fewest characters of a password; the identity service's rule, and the whole of it. */
const fewest = 8;

/** Changes the password; the current one proves that it is not just an open screen. */
export function ChangePassword() {
  const styles = useFormStyles();
  const { user } = useSession();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<"changed" | { message: string } | null>(null);
  const tooShort = next !== "" && next.length < fewest;

  const incomplete = busy || !current || next.length < fewest;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (incomplete) return;
    setBusy(true);
    try {
      await shell().auth.updateUser({ password: next, currentPassword: current });
      setOutcome("changed");
      setCurrent("");
      setNext("");
    } catch (error) {
      setOutcome({ message: accountSentence(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <SettingGroup title="Password">
      {outcome === "changed" && <Notice intent="success">The password is changed. Your other sessions are signed out.</Notice>}
      {outcome && outcome !== "changed" && (
        <Notice intent="error">The password was not changed; the old one still counts. {outcome.message}</Notice>
      )}
      <form className={styles.form} onSubmit={submit}>
        <input type="text" name="username" autoComplete="username" value={user?.email ?? ""} readOnly hidden />
        <Field label="Current password">
          <Input type="password" required autoComplete="current-password" value={current} onChange={(_, data) => setCurrent(data.value)} />
        </Field>
        <Field
          label="New password"
          hint={`At least ${fewest} characters; a few words in a row are good.`}
          validationState={tooShort ? "warning" : "none"}
          validationMessage={
            tooShort ? `${fewest - next.length} more ${fewest - next.length === 1 ? "character" : "characters"}` : undefined
          }
        >
          <Input type="password" required autoComplete="new-password" value={next} onChange={(_, data) => setNext(data.value)} />
        </Field>
        <Button type="submit" className={styles.button} disabledFocusable={incomplete}>
          {busy ? "Changing the password" : "Change password"}
        </Button>
      </form>
    </SettingGroup>
  );
}
