import { Button } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { Notice, RelativeTime } from "@tessera/ui";
import { useState } from "react";
import { accountSentence } from "../account/account-sentence.ts";
import { accountKeys, ownAccount, useAccount } from "../account/own-account.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Setting, SettingGroup } from "../parts/setting.tsx";
import { showNewRecoveryCodes } from "./new-recovery-codes.tsx";

/** At this many codes or fewer it is time for new ones. */
const FEW = 3;

/** How many codes are left, and new ones; only where there is a factor that they stand in for. */
export function RecoveryCodesGroup() {
  const queries = useQueryClient();
  const { data: account } = useAccount();
  const on = account?.factors.some(({ verified }) => verified) ?? false;
  const state = useQuery({ queryKey: accountKeys.recoveryCodes, queryFn: ownAccount.recoveryCodes, enabled: on });
  const [failure, setFailure] = useState<string | null>(null);
  if (!on) return null;

  const make = async (present: number) => {
    setFailure(null);
    const ask = () =>
      shell().dialogs.confirm(
        `The ${present === 1 ? "one code" : `${present} codes`} you have now will stop working.`,
        {
          title: "Create new recovery codes?",
          maxWidth: "440px",
          buttons: [
            { text: "Keep the old ones", variant: "text", onClick: (dialog) => dialog.cancel() },
            { text: "Make new codes", color: "primary", value: true },
          ],
        },
      );
    if (present > 0 && !(await ask())) return;
    await showNewRecoveryCodes().catch((error) =>
      setFailure(`No new codes were created. The old ones still work. ${accountSentence(error)}`),
    );
    await queries.invalidateQueries({ queryKey: accountKeys.recoveryCodes });
  };

  return (
    <SettingGroup title="Recovery codes">
      {failure && <Notice intent="error">{failure}</Notice>}
      <Loaded of={state} rows={1}>
        {({ total, remaining, created_at }) => (
          <>
            {remaining <= FEW && (
              <Notice intent="warning">
                {remaining === 0
                  ? "You have no recovery codes. Without them, losing your second factor locks you out."
                  : `Only ${remaining === 1 ? "one recovery code is" : `${remaining} recovery codes are`} left. Make new ones before they run out.`}
              </Notice>
            )}
            <Setting
              label={total === 0 ? "None yet" : `${remaining} of ${total} left`}
              hint={
                <>
                  Each signs you in once when you do not have your second factor.
                  {created_at && (
                    <>
                      {" "}
                      Created <RelativeTime at={created_at} inSentence />.
                    </>
                  )}
                </>
              }
            >
              <Button appearance={remaining <= FEW ? "primary" : "secondary"} onClick={() => make(remaining)}>
                {total === 0 ? "Make recovery codes" : "Make new codes"}
              </Button>
            </Setting>
          </>
        )}
      </Loaded>
    </SettingGroup>
  );
}
