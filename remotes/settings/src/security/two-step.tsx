import { Key20Regular } from "@fluentui/react-icons/svg/key";
import { Phone20Regular } from "@fluentui/react-icons/svg/phone";
import { PhoneKey20Regular } from "@fluentui/react-icons/svg/phone-key";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { type Factor, shell } from "@tessera/shell-api";
import { Notice, Pill, RelativeTime, removes } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { accountSentence } from "../account/account-sentence.ts";
import { accountKeys, useAccount, useOffers } from "../account/own-account.ts";
import { makesPasskeys } from "../account/own-passkeys.ts";
import { shortPhone } from "../account/phone-words.ts";
import { factorLabel } from "../account/step-up-dialog.tsx";
import { withPriorProof } from "../account/with-proof.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Row, Rows } from "../parts/rows.tsx";
import { SettingGroup } from "../parts/setting.tsx";
import { AddAppDialog } from "./add-app-dialog.tsx";
import { AddKeyDialog } from "./add-key-dialog.tsx";
import { AddPhoneDialog } from "./add-phone-dialog.tsx";
import { showNewRecoveryCodes } from "./new-recovery-codes.tsx";

const dialogs = {
  totp: { component: AddAppDialog, title: "Add an authenticator app" },
  phone: { component: AddPhoneDialog, title: "Add a phone" },
  key: { component: AddKeyDialog, title: "Add a security key" },
};

const useStyles = makeStyles({
  lead: { margin: "0 0 12px", color: tokens.colorNeutralForeground2 },
  buttons: {
    display: "flex",
    flexWrap: "wrap",
    gap: "8px",
    paddingTop: "12px",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    "@media (max-width: 959.98px)": { "& > button": { minHeight: "44px" } },
  },
});

/** Second factors: what there are, adding and removing them. */
export function TwoStep() {
  const styles = useStyles();
  const queries = useQueryClient();
  const account = useAccount();
  const { data: offers } = useOffers();
  const [outcome, setOutcome] = useState<{ intent: "success" | "error"; text: string } | null>(null);
  const settled = () => queries.invalidateQueries({ queryKey: accountKeys.account });

  const add = async (type: keyof typeof dialogs, present: Factor[]) => {
    setOutcome(null);
    const first = present.length === 0;
    const props = { first, taken: present.map(({ name }) => name) };
    const { component, title } = dialogs[type];
    const added = await shell().dialogs.open<true, typeof props>(component, props, {
      title,
      maxWidth: "480px",
      buttons: [],
    });
    if (!added) return settled();
    setOutcome({
      intent: "success",
      text: first
        ? "Two-step verification is on. Your other sessions are signed out."
        : "The new factor is added. Signing in takes any of them.",
    });
    // What is added next needs to know of this one: it is read before the codes are shown, which may be closed at once.
    await settled();
    if (!first) return;
    await showNewRecoveryCodes().catch((error) => setOutcome({ intent: "error", text: noCodes(error) }));
    return settled();
  };

  const remove = async (factor: Factor, last: boolean) => {
    setOutcome(null);
    const name = factorLabel(factor);
    const text = last
      ? `${name} is the only second factor: two-step verification is off without it, and the recovery codes stop working. Signing in takes only your password.`
      : `Signing in takes ${name} no more. Your other factors stay; you may be asked for one of them now.`;
    const title = last ? "Turn two-step verification off?" : `Remove ${name}?`;
    const chosen = await shell().dialogs.confirm(text, {
      title,
      maxWidth: "480px",
      buttons: [
        { text: "Keep it", variant: "text", onClick: (dialog) => dialog.cancel() },
        { text: last ? "Turn off" : "Remove", color: "danger", value: true },
      ],
    });
    if (!chosen) return;
    try {
      if (!(await withPriorProof(() => shell().auth.account.removeFactor(factor.id)))) return;
      setOutcome({ intent: "success", text: last ? "Two-step verification is off." : `${name} is removed.` });
    } catch (error) {
      setOutcome({ intent: "error", text: failureWords(`${name} was not removed.`, error, accountSentence(error)) });
    }
    await settled();
  };

  return (
    <SettingGroup title="Two-step verification">
      {outcome && <Notice intent={outcome.intent}>{outcome.text}</Notice>}
      <Loaded of={account}>
        {({ factors }) => {
          const verified = factors.filter((factor) => factor.verified);
          const on = verified.length > 0;
          return (
            <>
              <p className={styles.lead}>
                <Pill status={on ? "ok" : "idle"}>{on ? "On" : "Off"}</Pill>{" "}
                {on
                  ? "Signing in takes a second factor as well as your password."
                  : "Signing in takes only your password. With a second step, somebody who learns the password still cannot get in."}
              </p>
              {on && (
                <Rows label="Second factors">
                  {verified.map((factor) => (
                    <Row
                      key={factor.id}
                      icon={iconOf(factor)}
                      title={factorLabel(factor)}
                      line={
                        <>
                          {kindOf(factor)}, added <RelativeTime at={factor.createdAt} inSentence />
                          {factor.lastUsedAt && (
                            <>
                              , last used <RelativeTime at={factor.lastUsedAt} inSentence />
                            </>
                          )}
                        </>
                      }
                    >
                      <Button
                        {...removes}
                        aria-label={`Remove ${factorLabel(factor)}`}
                        onClick={() => remove(factor, verified.length === 1)}
                      >
                        Remove
                      </Button>
                    </Row>
                  ))}
                </Rows>
              )}
              <div className={styles.buttons}>
                <Button appearance={on ? "secondary" : "primary"} onClick={() => add("totp", verified)}>
                  Add an authenticator app
                </Button>
                {makesPasskeys() && <Button onClick={() => add("key", verified)}>Add a security key</Button>}
                {offers?.phone && <Button onClick={() => add("phone", verified)}>Add a phone</Button>}
              </div>
            </>
          );
        }}
      </Loaded>
    </SettingGroup>
  );
}

function iconOf({ type, isSecurityKey }: Factor) {
  if (isSecurityKey) return <Key20Regular />;
  return type === "phone" ? <Phone20Regular /> : <PhoneKey20Regular />;
}

function kindOf({ type, phone, isSecurityKey }: Factor): string {
  if (isSecurityKey) return "Security key";
  return type === "phone" ? `Text messages to ${shortPhone(phone ?? "")}` : "Authenticator app";
}

const noCodes = (error: unknown) =>
  `Two-step verification is on, but recovery codes could not be created. ${accountSentence(error)} Create them below.`;
