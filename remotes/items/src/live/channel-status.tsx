import { PlugDisconnected16Regular } from "@fluentui/react-icons/svg/plug-disconnected";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { type ChannelState, useRealtimeLink } from "@tessera/shell-api";
import { type Status, StatusText } from "@tessera/ui";
import { useEffect, useState } from "react";

const useStyles = makeStyles({
  status: { display: "inline-flex" },
  line: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 12px",
    minHeight: "36px",
    padding: "4px 16px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
});

const words: Record<ChannelState, { status: Status; text: string }> = {
  closed: { status: "idle", text: "Closed" },
  joining: { status: "run", text: "Joining" },
  joined: { status: "ok", text: "Joined" },
  leaving: { status: "idle", text: "Leaving" },
  errored: { status: "bad", text: "Errored" },
};

/** How the page is connected, in a word and a sentence; changes are announced. */
export function ChannelStatus({
  state,
  reason,
  onJoinAgain,
}: {
  state: ChannelState;
  reason: string | null;
  onJoinAgain: () => void;
}) {
  const styles = useStyles();
  const link = useRealtimeLink();
  const seconds = useSecondsUntil(link.nextAttempt);
  const { status, text } = words[state];
  const lost = state === "errored" && link.state !== "open";
  return (
    <div className={styles.line}>
      <span role="status" className={styles.status}>
        <StatusText status={status} icon={lost ? <PlugDisconnected16Regular /> : undefined}>
          {text}
        </StatusText>
      </span>
      {state === "joined" && <span>Changes show as they are made.</span>}
      {state === "joining" && <span>Changes show once the channel is joined.</span>}
      {lost && (
        <span>The connection was lost. {seconds === null ? "Trying now." : `Next attempt in ${seconds} s.`}</span>
      )}
      {state === "errored" && !lost && (
        <span>{reason ?? "The server refused the channel."} The page keeps trying.</span>
      )}
      {state === "closed" && (
        <>
          <span>Nothing is received any more.</span>
          <Button size="small" onClick={onJoinAgain}>
            Join again
          </Button>
        </>
      )}
    </div>
  );
}

/** Whole seconds until a moment (ms since 1970), updated every second; null without one, or once it has passed. */
function useSecondsUntil(moment: number | null): number | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (moment === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [moment]);
  if (moment === null) return null;
  const left = Math.ceil((moment - now) / 1_000);
  return left > 0 ? left : null;
}
