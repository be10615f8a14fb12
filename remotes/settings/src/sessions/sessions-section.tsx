import { Button } from "@tessera/fluent";
import { shell, useSession } from "@tessera/shell-api";
import { useState } from "react";
import { Notice } from "../parts/notice.tsx";
import { Setting, SettingGroup } from "../parts/setting.tsx";

type Scope = "local" | "others" | "global";

/** Ends sessions: this one, the others, or all of them; the last two ask, since a closed session cannot be opened again from here. */
export function SessionsSection() {
  const { user } = useSession();
  const [busy, setBusy] = useState<Scope | null>(null);
  const [outcome, setOutcome] = useState<{ intent: "success" | "error"; text: string } | null>(null);

  const end = async (scope: Scope) => {
    setBusy(scope);
    setOutcome(null);
    try {
      await shell().auth.signOut(scope);
      if (scope === "others") setOutcome({ intent: "success", text: "All other sessions are signed out. You stay signed in here." });
    } catch (error) {
      setOutcome({ intent: "error", text: `No session was ended. ${(error as Error).message}` });
    } finally {
      setBusy(null);
    }
  };
  const ask = async (scope: Scope, title: string, text: string) => {
    const chosen = await shell().dialogs.confirm(text, {
      title,
      buttons: [
        { text: "Stay signed in", variant: "text", onClick: (dialog) => dialog.cancel() },
        { text: title.replace("?", ""), color: "danger", value: true },
      ],
    });
    if (chosen) await end(scope);
  };

  return (
    <>
      {outcome && <Notice intent={outcome.intent}>{outcome.text}</Notice>}
      <SettingGroup title="Your sessions">
        <Setting label="This browser" hint={`Signed in as ${user?.email}. What you typed and did not save stays in this browser.`}>
          <Button disabledFocusable={busy !== null} onClick={() => end("local")}>
            Sign out here
          </Button>
        </Setting>
        <Setting label="Other browsers and devices" hint="For a computer you no longer have, or do not trust.">
          <Button
            disabledFocusable={busy !== null}
            onClick={() =>
              ask(
                "others",
                "Sign out other sessions?",
                `Every other browser and device signed in as ${user?.email} has to sign in again. You stay signed in here.`,
              )
            }
          >
            Sign out other sessions
          </Button>
        </Setting>
        <Setting label="Everywhere" hint="Ends every session of this account, this one too.">
          <Button
            disabledFocusable={busy !== null}
            onClick={() =>
              ask(
                "global",
                "Sign out everywhere?",
                `Every browser and device signed in as ${user?.email}, this one too, has to sign in again. Text that was not saved stays in the browser it was typed in; cards and files are not touched.`,
              )
            }
          >
            Sign out everywhere
          </Button>
        </Setting>
      </SettingGroup>
    </>
  );
}
