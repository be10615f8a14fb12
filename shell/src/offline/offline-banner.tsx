import { WifiOff20Regular } from "@fluentui/react-icons/svg/wifi-off";
import { counted } from "@tessera/contracts-core/counted.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { type OfflineState, useOffline } from "@tessera/shell-api";
import { RelativeTime } from "@tessera/ui";
import { type ReactNode, useEffect, useState } from "react";
import { BANNER_HEIGHT } from "../layout/override-banner.tsx";
import { useServices } from "../services.ts";
import { openOutbox } from "./open-outbox.ts";

const useStyles = makeStyles({
  root: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    boxSizing: "border-box",
    height: `${BANNER_HEIGHT}px`,
    padding: "0 8px 0 16px",
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground4,
  },
  refused: { color: "var(--warn)", backgroundColor: "var(--warn-bg)" },
  text: { flexGrow: 1, minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
});

/** How long acts are on their way before the banner says so, in ms: most are sent sooner. */
const LATE_MS = 3_000;

/** What the banner says; null while there is nothing to say. */
export function useOfflineBanner(): ReactNode {
  const state = useOffline();
  const late = useLate(state.acts.length > 0);
  const refused = state.acts.filter((act) => act.state === "refused").length;
  const waiting = state.acts.length - refused;
  if (state.connected && !refused && !(late && waiting)) return null;
  return <OfflineBanner state={state} refused={refused} waiting={waiting} />;
}

function OfflineBanner(props: { state: OfflineState; refused: number; waiting: number }) {
  const styles = useStyles();
  const services = useServices();
  const { connected, asOf, acts } = props.state;
  return (
    <section className={mergeClasses(styles.root, props.refused > 0 && styles.refused)} aria-label="Connection">
      {!connected && <WifiOff20Regular />}
      <span className={styles.text} role="status">
        {!connected && "Offline. "}
        {!connected && asOf !== null && (
          <>
            As of <RelativeTime at={new Date(asOf)} inSentence />.{" "}
          </>
        )}
        {props.refused > 0 && `${counted(props.refused, "change")} not accepted. `}
        {props.waiting > 0 &&
          `${counted(props.waiting, "change")} ${props.waiting === 1 ? "waits" : "wait"} to be sent.`}
      </span>
      {acts.length > 0 && (
        <Button size="small" onClick={() => void openOutbox(services)}>
          Show
        </Button>
      )}
    </section>
  );
}

function useLate(waits: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waits) return setLate(false);
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return late;
}
