import { Button } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import { shell, useLive, useSession } from "@tessera/shell-api";
import { LiveNote, Notice } from "@tessera/ui";
import { useState } from "react";
import { accountSentence, codeOf } from "../account/account-sentence.ts";
import { accountKeys, type OwnSession, ownAccount } from "../account/own-account.ts";
import { withPriorProof, withProof } from "../account/with-proof.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Setting, SettingGroup } from "../parts/setting.tsx";
import { SessionList } from "./session-list.tsx";

type Scope = "local" | "others" | "global";

/** Poll interval of the list while live updates are down, ms. */
const POLL_INTERVAL_MS = 30_000;

/**
 * Who is signed in where, and ending it: one, this one, the others, or all; the last two ask, since a closed session
 * cannot be opened again from here.
 */
export function SessionsSection() {
  const { user } = useSession();
  const queries = useQueryClient();
  const live = useLive("identity.sessions", () => void queries.invalidateQueries({ queryKey: accountKeys.sessions }));
  const sessions = useQuery({
    queryKey: accountKeys.sessions,
    queryFn: ownAccount.sessions,
    refetchInterval: live === "live" ? false : POLL_INTERVAL_MS,
  });
  const [ending, setEnding] = useState<string | null>(null);
  const [busy, setBusy] = useState<Scope | null>(null);
  const [outcome, setOutcome] = useState<{ intent: "success" | "error"; text: string } | null>(null);

  const end = async (scope: Scope) => {
    setBusy(scope);
    setOutcome(null);
    try {
      if (!(await withPriorProof(() => shell().auth.signOut(scope)))) return;
      if (scope === "others")
        setOutcome({ intent: "success", text: "All other sessions are signed out. You stay signed in here." });
      if (scope === "others") await queries.invalidateQueries({ queryKey: accountKeys.sessions });
    } catch (error) {
      setOutcome({ intent: "error", text: `No session was ended. ${accountSentence(error)}` });
    } finally {
      setBusy(null);
    }
  };
  const endOne = async (session: OwnSession) => {
    setEnding(session.id);
    setOutcome(null);
    try {
      // A session that ended meanwhile is what the person wanted.
      const ended = await withProof((proof) =>
        ownAccount.endSession(session.id, proof).catch((error) => {
          if (codeOf(error) !== "session_not_found") throw error;
        }),
      );
      if (!ended) return;
      queries.setQueryData<OwnSession[]>(accountKeys.sessions, (before) =>
        before?.filter(({ id }) => id !== session.id),
      );
      setOutcome({ intent: "success", text: `${session.device} is signed out.` });
    } catch (error) {
      setOutcome({ intent: "error", text: `${session.device} is still signed in. ${accountSentence(error)}` });
    } finally {
      setEnding(null);
      void queries.invalidateQueries({ queryKey: accountKeys.sessions });
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
      <SettingGroup title="Where you are signed in">
        {sessions.data && <LiveNote state={live} every={POLL_INTERVAL_MS} />}
        <Loaded of={sessions} rows={3}>
          {(list) => <SessionList sessions={list} ending={ending} onEnd={endOne} />}
        </Loaded>
      </SettingGroup>
      {/* Below the list, which would push it away when it comes. */}
      {!sessions.isPending && (
        <SettingGroup title="Sign out">
          <Setting label="This browser" hint={`Signed in as ${user?.email}. Unsaved text stays in this browser.`}>
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
          <Setting label="Everywhere" hint="Ends every session of this account, this one too, and every API token.">
            <Button
              disabledFocusable={busy !== null}
              onClick={() =>
                ask(
                  "global",
                  "Sign out everywhere?",
                  `Every browser and device signed in as ${user?.email}, this one too, has to sign in again, and API tokens end. Unsaved text stays in the browser where it was typed. Cards and files are not touched.`,
                )
              }
            >
              Sign out everywhere
            </Button>
          </Setting>
        </SettingGroup>
      )}
    </>
  );
}
