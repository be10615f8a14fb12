import { AppGeneric20Regular } from "@fluentui/react-icons/svg/app-generic";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { Notice, RelativeTime, removes } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { accountSentence } from "../account/account-sentence.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Row, Rows } from "../parts/rows.tsx";
import { SettingGroup } from "../parts/setting.tsx";
import { type AppGrant, accessOf } from "./app-access.ts";

const useStyles = makeStyles({ lead: { margin: "0 0 12px", color: tokens.colorNeutralForeground2 } });

const GRANTS = ["own-account", "connected-apps"];
const grants = {
  list: () => shell().auth.account.call<AppGrant[]>("GET", "user/oauth/grants"),
  revoke: (id: string) => shell().auth.account.call("DELETE", `user/oauth/grants?client_id=${encodeURIComponent(id)}`),
};

/** Other programs that the person let into their account, and taking that back. */
export function ConnectedApps() {
  const styles = useStyles();
  const queries = useQueryClient();
  const apps = useQuery({ queryKey: GRANTS, queryFn: grants.list });
  const [outcome, setOutcome] = useState<{ intent: "success" | "error"; text: string } | null>(null);

  const remove = async ({ client: { id, name } }: AppGrant) => {
    setOutcome(null);
    const chosen = await shell().dialogs.confirm(
      `${name} loses its access at once. What it read or changed stays as it is. It can ask you again.`,
      {
        title: `Remove ${name}?`,
        maxWidth: "440px",
        buttons: [
          { text: "Keep it", variant: "text", onClick: (dialog) => dialog.cancel() },
          { text: "Remove", color: "danger", value: true },
        ],
      },
    );
    if (!chosen) return;
    try {
      await grants.revoke(id);
      setOutcome({ intent: "success", text: `${name} has no access any more.` });
    } catch (error) {
      setOutcome({ intent: "error", text: failureWords(`${name} was not removed.`, error, accountSentence(error)) });
    }
    await queries.invalidateQueries({ queryKey: GRANTS });
  };
  return (
    <SettingGroup title="Connected apps">
      {outcome && <Notice intent={outcome.intent}>{outcome.text}</Notice>}
      <Loaded of={apps} rows={1}>
        {(list) =>
          list.length ? (
            <Rows label="Connected apps">
              {list.map((grant) => (
                <Row
                  key={grant.client.id}
                  icon={<AppGeneric20Regular />}
                  title={<bdi>{grant.client.name}</bdi>}
                  line={
                    <>
                      {accessOf(grant)}, allowed <RelativeTime at={grant.granted_at} inSentence />
                    </>
                  }
                >
                  <Button {...removes} aria-label={`Remove ${grant.client.name}`} onClick={() => remove(grant)}>
                    Remove
                  </Button>
                </Row>
              ))}
            </Rows>
          ) : (
            <p className={styles.lead}>No app has access to your account.</p>
          )
        }
      </Loaded>
    </SettingGroup>
  );
}
