import { Button, makeStyles, tokens } from "@tessera/fluent";
import { shell, useCommands, usePlace, useRealtimeLink, useSession } from "@tessera/shell-api";
import { PageHead, Pane, PaneScroll, RowSkeleton, StatusText, useIsPhone, useUiSettings } from "@tessera/ui";
import { useCallback, useEffect, useRef, useState } from "react";
import { authChecks } from "./auth-checks.ts";
import type { Check } from "./check.ts";
import { CheckList } from "./check-list.tsx";
import { keyCheck } from "./key-check.ts";
import { channelCheck, linkCheck } from "./realtime-checks.ts";
import { type Group, reportOf, summaryOf } from "./report.ts";
import { serverChecks } from "./server-checks.ts";
import { useTestChannels } from "./use-test-channels.ts";

const phoneWidth = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  content: { maxWidth: "960px", padding: "16px 24px 48px", [phoneWidth]: { padding: "12px 16px 32px" } },
  head: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "8px 16px" },
  summary: { display: "inline-flex" },
  // A line of its own on a phone, so that nothing below it moves once the checks have ended.
  at: {
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    [phoneWidth]: { width: "100%" },
  },
  buttons: {
    marginLeft: "auto",
    display: "flex",
    flexWrap: "wrap",
    gap: "8px",
    [phoneWidth]: { width: "100%", "& > button": { flexGrow: 1, height: "44px" } },
  },
});

interface Found {
  at: Date;
  auth: Check[];
  storage: Check[];
  clock: Check;
}

/**
 * `/supabase`: whether this page reaches identity, realtime and storage, how well, and what to do where it does not.
 */
export function ConnectionPage() {
  const styles = useStyles();
  const phone = useIsPhone();
  const { user } = useSession();
  const link = useRealtimeLink();
  const now = useSeconds();
  const { locale, timeZone } = useUiSettings();
  const { channels, join, leave } = useTestChannels(user?.id ?? null);
  const { found, busy, ask } = useChecks();
  usePlace([{ label: "Settings", path: "/settings" }, { label: "Connection" }], "/settings");

  // The first heartbeat would come after 25 s; its round trip is shown now.
  useEffect(() => {
    if (link.state === "open" && !link.heartbeat) void ping();
  }, [link.state, link.heartbeat]);

  const again = useCallback(async () => {
    await Promise.all([ask(), join(), ping()]);
  }, [ask, join]);
  const groups: Group[] = found
    ? [
        { title: "Identity", checks: found.auth },
        { title: "Realtime", checks: [linkCheck(link, now), ...channels.map(channelCheck)] },
        { title: "Storage", checks: found.storage },
        { title: "Clock and keys", checks: [found.clock, keyCheck(shell().identity.publishableKey)] },
      ]
    : [];
  const copy = async () => {
    const { build, notifications } = shell();
    try {
      await navigator.clipboard.writeText(
        reportOf(groups, { build: build.id, at: new Date(), userAgent: navigator.userAgent }),
      );
      notifications.show({ message: "Copied: what was found, without tokens or addresses", intent: "success" });
    } catch {
      notifications.show({
        message: "The browser did not let the page copy. Select the text and copy it.",
        intent: "error",
      });
    }
  };
  useCommands(
    () => [
      {
        id: "settings.connection.again",
        title: "Check the connection again",
        group: "Connection",
        act: "check",
        run: again,
      },
    ],
    [again],
  );
  const joined = channels.some(({ channel }) => channel && channel.state() !== "closed");
  const run = (
    <Button size="small" appearance="primary" disabledFocusable={busy} onClick={() => void again()}>
      Run again
    </Button>
  );
  const buttons = (
    <div className={styles.buttons}>
      <Button size="small" onClick={() => void (joined ? leave() : join())}>
        {joined ? "Leave channels" : "Join channels"}
      </Button>
      <Button size="small" disabledFocusable={!found} onClick={() => void copy()}>
        Copy report
      </Button>
      {phone && run}
    </div>
  );
  const summary = summaryOf(groups);
  return (
    <Pane kind="detail" label="Connection">
      <PageHead area="Settings" title="Connection">
        {run}
      </PageHead>
      <PaneScroll>
        <div className={styles.content}>
          <div className={styles.head}>
            <span role="status" className={styles.summary}>
              {found ? (
                <StatusText status={summary.status}>{summary.text}</StatusText>
              ) : (
                <StatusText status="run">Checking</StatusText>
              )}
            </span>
            <span className={styles.at}>
              {found
                ? `Checked at ${found.at.toLocaleTimeString(locale, { timeZone })}; realtime is live.`
                : "Identity, realtime, storage, the clock and keys."}
            </span>
            {buttons}
          </div>
          {found ? <CheckList groups={groups} /> : <RowSkeleton rows={10} />}
        </div>
      </PaneScroll>
    </Pane>
  );
}

/** Its failure shows in the link. */
const ping = () =>
  shell()
    .realtime.ping()
    .catch(() => undefined);

/** Runs the checks that answer once; only the latest run counts. */
function useChecks() {
  const { user } = useSession();
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);
  const person = useRef(user);
  person.current = user;
  const ask = useCallback(async () => {
    const own = ++turn.current;
    setBusy(true);
    const [auth, server] = await Promise.all([authChecks(person.current), serverChecks()]);
    if (own !== turn.current) return;
    setFound({ at: new Date(), auth, ...server });
    setBusy(false);
  }, []);
  useEffect(() => {
    void ask();
    return () => {
      turn.current += 1;
    };
  }, [ask]);
  return { found, busy, ask };
}

/** The current time in ms, every second: the page counts how long a state has lasted. */
function useSeconds(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
