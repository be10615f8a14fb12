import { WifiOff20Regular } from "@fluentui/react-icons/svg/wifi-off";
import { counted } from "@tessera/contracts-core/counted.ts";
import { Button, makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { RelativeTime } from "@tessera/ui";
import { BANNER_HEIGHT } from "../layout/override-banner.tsx";
import { useServices } from "../services.ts";
import { openOutbox } from "./open-outbox.ts";
import type { BannerState } from "./use-offline-banner.ts";

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
  text: {
    flexGrow: 1,
    minWidth: 0,
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    // Two lines fit, and none of it is lost.
    "@media (max-width: 599.98px)": { whiteSpace: "normal", fontSize: "12px", lineHeight: "16px" },
  },
});

/** Whether there is a connection, how old the page is, and what waits. */
export function OfflineBanner(props: BannerState) {
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
