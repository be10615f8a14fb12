import { Key20Regular } from "@fluentui/react-icons/svg/key";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { Notice, RelativeTime, removes } from "@tessera/ui";
import { useState } from "react";
import { accountSentence } from "../account/account-sentence.ts";
import { accountKeys } from "../account/own-account.ts";
import { makesPasskeys, ownPasskeys, type Passkey } from "../account/own-passkeys.ts";
import { withPriorProof } from "../account/with-proof.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Row, Rows } from "../parts/rows.tsx";
import { SettingGroup } from "../parts/setting.tsx";
import { RenamePasskeyDialog } from "./rename-passkey-dialog.tsx";

const useStyles = makeStyles({
  lead: { margin: "0 0 12px", color: tokens.colorNeutralForeground2 },
  actions: { display: "flex", flexWrap: "wrap", gap: "8px" },
});

/** What signs in without a password: listing, adding, renaming and removing passkeys. */
export function PasskeysGroup() {
  const styles = useStyles();
  const queries = useQueryClient();
  const passkeys = useQuery({ queryKey: accountKeys.passkeys, queryFn: ownPasskeys.list });
  const [outcome, setOutcome] = useState<{ intent: "success" | "error"; text: string } | null>(null);
  // This installation has none: it is reached by an IP address, or is another service.
  if (passkeys.error && (passkeys.error as { status?: number }).status === 404) return null;

  const act = async (work: () => Promise<string | null>, failed: string) => {
    setOutcome(null);
    try {
      const text = await work();
      if (text) setOutcome({ intent: "success", text });
    } catch (error) {
      setOutcome({ intent: "error", text: `${failed} ${accountSentence(error)}` });
    }
    await queries.invalidateQueries({ queryKey: accountKeys.passkeys });
  };
  const add = () =>
    act(async () => {
      let begun: Awaited<ReturnType<typeof ownPasskeys.begin>> | null = null;
      const proved = await withPriorProof(async () => {
        begun = await ownPasskeys.begin();
      });
      if (!proved || !begun) return null;
      const { friendly_name } = await ownPasskeys.add(begun);
      return `${friendly_name} signs you in from now on. We sent you an email about it.`;
    }, "No passkey was added.");
  const rename = (passkey: Passkey) =>
    act(async () => {
      const options = { title: "Rename the passkey", maxWidth: "440px", buttons: [] };
      await shell().dialogs.open<true, { passkey: Passkey }>(RenamePasskeyDialog, { passkey }, options);
      return null;
    }, "The passkey was not renamed.");
  const remove = ({ id, friendly_name: name }: Passkey) =>
    act(async () => {
      const text = `${name} does not sign you in any more, and the sessions that it opened elsewhere end. Your device may still list it: remove it there too.`;
      const chosen = await shell().dialogs.confirm(text, {
        title: `Remove ${name}?`,
        maxWidth: "480px",
        buttons: [
          { text: "Keep it", variant: "text", onClick: (dialog) => dialog.cancel() },
          { text: "Remove", color: "danger", value: true },
        ],
      });
      if (!chosen || !(await withPriorProof(() => ownPasskeys.remove(id)))) return null;
      return `${name} is removed.`;
    }, `${name} was not removed.`);

  return (
    <SettingGroup title="Passkeys">
      {outcome && <Notice intent={outcome.intent}>{outcome.text}</Notice>}
      <p className={styles.lead}>
        A passkey signs you in without a password: your device or password manager keeps it and asks for your finger,
        face or PIN. It cannot be given to a false page.
      </p>
      <Loaded of={passkeys} rows={1}>
        {(present) => (
          <>
            {present.length > 0 && (
              <Rows label="Passkeys">
                {present.map((passkey) => (
                  <Row
                    key={passkey.id}
                    icon={<Key20Regular />}
                    title={passkey.friendly_name}
                    line={
                      <>
                        Added <RelativeTime at={passkey.created_at} inSentence />
                        {passkey.last_used_at && (
                          <>
                            , last used <RelativeTime at={passkey.last_used_at} inSentence />
                          </>
                        )}
                      </>
                    }
                  >
                    <div className={styles.actions}>
                      <Button aria-label={`Rename ${passkey.friendly_name}`} onClick={() => rename(passkey)}>
                        Rename
                      </Button>
                      <Button
                        {...removes}
                        aria-label={`Remove ${passkey.friendly_name}`}
                        onClick={() => remove(passkey)}
                      >
                        Remove
                      </Button>
                    </div>
                  </Row>
                ))}
              </Rows>
            )}
            {makesPasskeys() ? (
              <Button onClick={add}>Add a passkey</Button>
            ) : (
              <p className={styles.lead}>This browser cannot add passkeys. Use a current one.</p>
            )}
          </>
        )}
      </Loaded>
    </SettingGroup>
  );
}
