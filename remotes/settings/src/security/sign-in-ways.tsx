import { Key20Regular } from "@fluentui/react-icons/svg/key";
import { Mail20Regular } from "@fluentui/react-icons/svg/mail";
import { Password20Regular } from "@fluentui/react-icons/svg/password";
import { Phone20Regular } from "@fluentui/react-icons/svg/phone";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { type Identity, shell } from "@tessera/shell-api";
import { Notice, RelativeTime, removes } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { accountSentence } from "../account/account-sentence.ts";
import { accountKeys, useAccount, useHasPassword, useOffers } from "../account/own-account.ts";
import { withProof } from "../account/with-proof.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Row, Rows } from "../parts/rows.tsx";
import { SettingGroup } from "../parts/setting.tsx";
import { providerName } from "./provider-name.ts";

const useStyles = makeStyles({
  lead: { margin: "0 0 12px", color: tokens.colorNeutralForeground2 },
});

const icons: Record<string, typeof Key20Regular> = { email: Mail20Regular, phone: Phone20Regular };

/** Everything that signs in to the account: password, addresses, accounts elsewhere; linking and unlinking those. */
export function SignInWays() {
  const styles = useStyles();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const account = useAccount();
  const { data: offers } = useOffers();
  const { data: hasPassword } = useHasPassword();
  const [outcome, setOutcome] = useState<{ intent: "success" | "error"; text: string } | null>(null);
  const nameOf = (provider: string) => providerName(provider, offers?.names);

  const link = async (provider: string) => {
    setOutcome(null);
    try {
      await withProof((proof) => shell().auth.account.linkIdentity(provider, "/settings/security", proof));
    } catch (error) {
      setOutcome({
        intent: "error",
        text: failureWords(`${nameOf(provider)} was not linked.`, error, accountSentence(error)),
      });
    }
  };
  const unlink = async (identity: Identity) => {
    setOutcome(null);
    const name = nameOf(identity.provider);
    const text = `You cannot sign in with ${identity.name ?? `your ${name} account`} any more. Your ${name} account itself is not touched, and you can link it again.`;
    const chosen = await shell().dialogs.confirm(text, {
      title: `Unlink ${name}?`,
      maxWidth: "440px",
      buttons: [
        { text: "Keep it", variant: "text", onClick: (dialog) => dialog.cancel() },
        { text: "Unlink", color: "danger", value: true },
      ],
    });
    if (!chosen) return;
    try {
      if (!(await withProof((proof) => shell().auth.account.unlinkIdentity(identity.id, proof)))) return;
      setOutcome({ intent: "success", text: `${name} is unlinked.` });
    } catch (error) {
      setOutcome({ intent: "error", text: failureWords(`${name} was not unlinked.`, error, accountSentence(error)) });
    }
    await queries.invalidateQueries({ queryKey: accountKeys.account });
  };

  return (
    <SettingGroup title="Ways to sign in">
      {outcome && <Notice intent={outcome.intent}>{outcome.text}</Notice>}
      <Loaded of={account}>
        {({ identities }) => {
          const missing = (offers?.providers ?? []).filter((provider) =>
            identities.every((identity) => identity.provider !== provider),
          );
          return (
            <>
              <p className={styles.lead}>Each of these opens your account.</p>
              <Rows label="Ways to sign in">
                {hasPassword !== undefined && (
                  <Row
                    icon={<Password20Regular />}
                    title="Password"
                    line={
                      hasPassword
                        ? `With your ${identities.some(({ provider }) => provider === "phone") ? "email address or phone number" : "email address"}`
                        : "None is set; you sign in by the other ways"
                    }
                  >
                    <Button
                      aria-label={hasPassword ? "Change the password" : "Set a password"}
                      onClick={() => navigate("/settings/profile#password")}
                    >
                      {hasPassword ? "Change" : "Set one"}
                    </Button>
                  </Row>
                )}
                {identities.map((identity) => {
                  const Icon = icons[identity.provider] ?? Key20Regular;
                  const name = nameOf(identity.provider);
                  const own = identity.provider === "email" || identity.provider === "phone";
                  return (
                    <Row
                      key={identity.id}
                      icon={<Icon />}
                      title={name}
                      line={
                        <>
                          {identity.name && `${identity.provider === "phone" ? "+" : ""}${identity.name}, `}
                          {own ? "added " : "linked "}
                          <RelativeTime at={identity.createdAt} inSentence />
                        </>
                      }
                    >
                      {own ? (
                        <Button
                          aria-label={
                            identity.provider === "email" ? "Change the email address" : "Change the phone number"
                          }
                          onClick={() => navigate(`/settings/profile#${identity.provider}`)}
                        >
                          Change
                        </Button>
                      ) : (
                        identities.length > 1 && (
                          <Button {...removes} aria-label={`Unlink ${name}`} onClick={() => unlink(identity)}>
                            Unlink
                          </Button>
                        )
                      )}
                    </Row>
                  );
                })}
                {missing.map((provider) => (
                  <Row key={provider} icon={<Key20Regular />} title={nameOf(provider)} line="Not linked">
                    <Button aria-label={`Link ${nameOf(provider)}`} onClick={() => link(provider)}>
                      Link
                    </Button>
                  </Row>
                ))}
              </Rows>
            </>
          );
        }}
      </Loaded>
    </SettingGroup>
  );
}
