import { Button, makeStyles } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { Notice } from "@tessera/ui";
import { type FormEvent, useState } from "react";
import { accountSentence } from "../account/account-sentence.ts";
import { accountKeys, ownAccount, useAccount, useOffers } from "../account/own-account.ts";
import { digitsOf } from "../account/phone-words.ts";
import { withProof } from "../account/with-proof.ts";
import { CodeField, wholeCode } from "../parts/code-field.tsx";
import { useFormStyles } from "../parts/form-styles.ts";
import { SettingGroup } from "../parts/setting.tsx";

const useStyles = makeStyles({ buttons: { display: "flex", flexWrap: "wrap", gap: "8px" } });

/** The phone number for signing in, where the installation sends text messages: adding, changing, removing it. */
export function PhoneNumber() {
  const styles = { ...useFormStyles(), ...useStyles() };
  const queries = useQueryClient();
  const { data: account } = useAccount();
  const { data: offers } = useOffers();
  const [typed, setTyped] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ intent: "success" | "error"; text: string } | null>(null);
  if (!account || !(offers?.phone || account.phone)) return null;
  const digits = digitsOf(typed);

  /** Runs it and shows the outcome; `failed` says what is unchanged. */
  const attempt = async (work: () => Promise<string | null>, failed: string) => {
    setBusy(true);
    setOutcome(null);
    try {
      const text = await work();
      if (text) setOutcome({ intent: "success", text });
    } catch (error) {
      setOutcome({ intent: "error", text: `${failed} ${accountSentence(error)}` });
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: accountKeys.account });
    }
  };
  const forget = () => {
    setTyped("");
    setSentTo(null);
    setCode("");
  };
  const kept = account.phone ? `The number is still +${account.phone}.` : "No number was added.";
  const send = (phone: string) =>
    attempt(async () => {
      let changed = false;
      const done = await withProof(async (proof) => {
        changed = (await shell().auth.account.change({ phone, ...proof })).phone === phone;
      });
      if (!done) return null;
      if (!changed) {
        setSentTo(phone);
        return null;
      }
      forget();
      return `You can sign in with +${phone} from now on.`;
    }, kept);
  const confirm = (phone: string) =>
    attempt(async () => {
      await shell().auth.account.confirmPhone(phone, wholeCode(code)!);
      forget();
      return `You can sign in with +${phone} from now on.`;
    }, kept);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (sentTo) void (wholeCode(code) && confirm(sentTo));
    else if (digits) void send(digits);
  };
  const remove = async () => {
    const text = `You cannot sign in with a code sent to +${account.phone} any more.`;
    const chosen = await shell().dialogs.confirm(text, {
      title: "Remove the phone number?",
      maxWidth: "440px",
      buttons: [
        { text: "Keep it", variant: "text", onClick: (dialog) => dialog.cancel() },
        { text: "Remove", color: "danger", value: true },
      ],
    });
    if (!chosen) return;
    await attempt(
      async () => ((await withProof((proof) => ownAccount.removePhone(proof))) ? "The number is removed." : null),
      "The number was not removed.",
    );
  };

  return (
    <SettingGroup title="Phone number" id="phone">
      {outcome && <Notice intent={outcome.intent}>{outcome.text}</Notice>}
      <form className={styles.form} onSubmit={submit}>
        {sentTo ? (
          <CodeField
            label="Six-digit code"
            hint={`Sent to +${sentTo}; it counts once the code is entered.`}
            value={code}
            onChange={setCode}
          />
        ) : (
          <Field
            label={account.phone ? "New phone number" : "Phone number"}
            hint={
              account.phone
                ? `You can sign in with +${account.phone} now.`
                : "To sign in with a code by text message, for example +43 660 1234567."
            }
            validationState={typed && !digits ? "warning" : "none"}
            validationMessage={typed && !digits ? "Enter the whole number with its country code." : undefined}
          >
            <Input
              type="tel"
              autoComplete="tel"
              maxLength={30}
              value={typed}
              onChange={(_, { value }) => setTyped(value)}
            />
          </Field>
        )}
        <div className={styles.buttons}>
          <Button
            type="submit"
            className={styles.button}
            disabledFocusable={busy || (sentTo ? !wholeCode(code) : !digits)}
          >
            {sentTo ? "Confirm the number" : "Send a code"}
          </Button>
          {sentTo && (
            <Button appearance="subtle" className={styles.button} onClick={forget}>
              Cancel
            </Button>
          )}
          {!sentTo && account.phone && (
            <Button className={styles.button} disabledFocusable={busy} onClick={() => void remove()}>
              Remove
            </Button>
          )}
        </div>
      </form>
    </SettingGroup>
  );
}
