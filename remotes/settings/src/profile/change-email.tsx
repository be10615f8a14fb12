import { Button } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { shell, useSession } from "@tessera/shell-api";
import { type FormEvent, useState } from "react";
import { Notice } from "../parts/notice.tsx";
import { SettingGroup } from "../parts/setting.tsx";
import { accountSentence } from "./account-sentence.ts";
import { useFormStyles } from "./form-styles.ts";

type Outcome = { kind: "sent" | "changed"; email: string } | { kind: "failed"; message: string };

/** Changes the address one signs in with; it counts once the mails sent to the old and the new address are confirmed. */
export function ChangeEmail() {
  const styles = useFormStyles();
  const { user } = useSession();
  const [email, setEmail] = useState("");
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = email.trim();
    if (busy || !wanted) return;
    setBusy(true);
    try {
      const { emailConfirmationSent } = await shell().auth.updateUser({ email: wanted });
      setOutcome({ kind: emailConfirmationSent ? "sent" : "changed", email: wanted });
      setEmail("");
    } catch (error) {
      setOutcome({ kind: "failed", message: accountSentence(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <SettingGroup title="E-mail">
      {outcome?.kind === "sent" && (
        <Notice intent="success">
          Confirm the change with the links sent to {user?.email} and {outcome.email}. Until then you sign in with {user?.email}.
        </Notice>
      )}
      {outcome?.kind === "changed" && <Notice intent="success">You sign in with {outcome.email} from now on.</Notice>}
      {outcome?.kind === "failed" && (
        <Notice intent="error">
          The address was not changed; you still sign in with {user?.email}. {outcome.message}
        </Notice>
      )}
      <form className={styles.form} onSubmit={submit}>
        <Field label="New e-mail address" hint={`You sign in with ${user?.email ?? "no address"} now.`}>
          <Input type="email" required autoComplete="email" value={email} onChange={(_, data) => setEmail(data.value)} />
        </Field>
        <Button type="submit" className={styles.button} disabledFocusable={busy || !email.trim()}>
          {busy ? "Changing the address" : "Change e-mail"}
        </Button>
      </form>
    </SettingGroup>
  );
}
