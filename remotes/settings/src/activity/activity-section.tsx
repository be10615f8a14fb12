import { CheckmarkCircle20Regular } from "@fluentui/react-icons/svg/checkmark-circle";
import { Warning20Filled } from "@fluentui/react-icons/svg/warning";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useInfiniteQuery } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { Notice, RelativeTime, StatusText } from "@tessera/ui";
import { useState } from "react";
import { accountSentence } from "../account/account-sentence.ts";
import { accountKeys, ownAccount } from "../account/own-account.ts";
import { withPriorProof } from "../account/with-proof.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Row, Rows } from "../parts/rows.tsx";
import { Setting, SettingGroup } from "../parts/setting.tsx";
import { whereOf } from "../sessions/session-list.tsx";
import { activitySentence, isWarning } from "./activity-words.ts";

const useStyles = makeStyles({
  more: { paddingTop: "12px", borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  end: {
    paddingTop: "12px",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    color: tokens.colorNeutralForeground3,
    fontSize: "12px",
  },
});

/** What happened with the account, newest first, and what to do if it was somebody else. */
export function ActivitySection() {
  const styles = useStyles();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const pages = useInfiniteQuery({
    queryKey: accountKeys.activity,
    queryFn: ({ pageParam }) => ownAccount.activity(pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });

  const notMe = async () => {
    setFailure(null);
    const text =
      "This signs out all other browsers and devices. You then choose a new password, so that nobody can sign in with the old one.";
    const chosen = await shell().dialogs.confirm(text, {
      title: "Was it somebody else?",
      maxWidth: "440px",
      buttons: [
        { text: "Cancel", variant: "text", onClick: (dialog) => dialog.cancel() },
        { text: "Sign out others and change the password", color: "primary", value: true },
      ],
    });
    if (!chosen) return;
    try {
      if (!(await withPriorProof(() => shell().auth.signOut("others")))) return;
      shell().notifications.show({
        message: "All other sessions are signed out. Now choose a new password.",
        intent: "success",
      });
      await navigate("/settings/profile#password");
    } catch (error) {
      setFailure(`No session was ended. ${accountSentence(error)}`);
    }
  };

  return (
    <>
      {failure && <Notice intent="error">{failure}</Notice>}
      <SettingGroup title="Not you?">
        <Setting
          label="See something you did not do?"
          hint="Signs out everybody else, then asks you for a new password."
        >
          <Button onClick={notMe}>This wasn’t me</Button>
        </Setting>
      </SettingGroup>
      <SettingGroup title="Recent activity">
        <Loaded of={pages} rows={8}>
          {({ pages: loaded }) => (
            <>
              <Rows label="Recent activity">
                {loaded
                  .flatMap(({ activity }) => activity)
                  .map((happened) => (
                    <Row
                      key={happened.id}
                      icon={
                        isWarning(happened) ? (
                          <Warning20Filled style={{ color: "var(--warn)" }} />
                        ) : (
                          <CheckmarkCircle20Regular />
                        )
                      }
                      title={
                        <>
                          {activitySentence(happened)}
                          {isWarning(happened) && (
                            <StatusText status="warn" icon={<span />}>
                              Refused
                            </StatusText>
                          )}
                        </>
                      }
                      line={
                        <>
                          {happened.device && `${happened.device}, `}
                          {whereOf(happened)}
                          <RelativeTime at={happened.at} inSentence />
                        </>
                      }
                    />
                  ))}
              </Rows>
              {pages.hasNextPage ? (
                <div className={styles.more}>
                  <Button disabledFocusable={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                    {pages.isFetchingNextPage ? "Loading earlier activity" : "Show earlier activity"}
                  </Button>
                </div>
              ) : (
                <p className={styles.end}>That is all. Activity is kept for a year.</p>
              )}
            </>
          )}
        </Loaded>
      </SettingGroup>
    </>
  );
}
