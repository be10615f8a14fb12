import { Button } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { useQueryClient } from "@tessera/query";
import { shell, useSession } from "@tessera/shell-api";
import { Notice } from "@tessera/ui";
import { type FormEvent, useState } from "react";
import { accountSentence } from "../account/account-sentence.ts";
import { accountKeys, useAccount } from "../account/own-account.ts";
import { withProof } from "../account/with-proof.ts";
import { useFormStyles } from "../parts/form-styles.ts";
import { SettingGroup } from "../parts/setting.tsx";

type Outcome = { kind: "sent" | "changed"; email: string } | { kind: "failed"; message: string };

/**
 * Changes the email address for signing in; it takes effect once the links sent to the old and the new address are
 * opened.
 */
export function ChangeEmail() {
  const styles = useFormStyles();
  const queries = useQueryClient();
  const { user } = useSession();
  const { data: account } = useAccount();
  const [email, setEmail] = useState("");
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const waiting = outcome === null ? account?.newEmail : null;

  const change = async (wanted: string) => {
    setBusy(true);
    try {
      let sent = false;
      const done = await withProof(async (proof) => {
        sent = (await shell().auth.account.change({ email: wanted, ...proof })).email !== wanted.toLowerCase();
      });
      if (!done) return;
      setOutcome({ kind: sent ? "sent" : "changed", email: wanted });
      setEmail("");
      void queries.invalidateQueries({ queryKey: accountKeys.account });
    } catch (error) {
      setOutcome({ kind: "failed", message: accountSentence(error) });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && email.trim()) void change(email.trim());
  };

  return (
    <SettingGroup title="Email" id="email">
      {waiting && (
        <Notice
          intent="warning"
          actions={
            <Button disabledFocusable={busy} onClick={() => void change(waiting)}>
              Send the emails again
            </Button>
          }
        >
          The change to {waiting} is not confirmed yet: open the links sent to both addresses. Until then you sign in
          with {user?.email}.
        </Notice>
      )}
      {outcome?.kind === "sent" && (
        <Notice intent="success">
          Confirm the change with the links sent to {user?.email ? `${user.email} and ` : ""}
          {outcome.email}. Until then you sign in {user?.email ? `with ${user.email}` : "as before"}.
        </Notice>
      )}
      {outcome?.kind === "changed" && <Notice intent="success">You sign in with {outcome.email} from now on.</Notice>}
      {outcome?.kind === "failed" && (
        <Notice intent="error">
          The address was not changed; you still sign in {user?.email ? `with ${user.email}` : "as before"}.{" "}
          {outcome.message}
        </Notice>
      )}
      <form className={styles.form} onSubmit={submit}>
        <Field label="New email address" hint={`You sign in with ${user?.email || "no address"} now.`}>
          <Input
            type="email"
            required
            autoComplete="email"
            value={email}
            onChange={(_, data) => setEmail(data.value)}
          />
        </Field>
        <Button type="submit" className={styles.button} disabledFocusable={busy || !email.trim()}>
          {busy ? "Changing the address" : "Change email"}
        </Button>
      </form>
    </SettingGroup>
  );
}
