import { WifiOff20Regular } from "@fluentui/react-icons/svg/wifi-off";
import { counted } from "@tessera/contracts-core/counted.ts";
import { Button, makeStyles, mergeClasses } from "@tessera/fluent";
import { RelativeTime } from "@tessera/ui";
import { Banner, useBannerText } from "../layout/banner.tsx";
import { useServices } from "../services.ts";
import { openOutbox } from "./open-outbox.ts";
import type { BannerState } from "./use-offline-banner.ts";

const useStyles = makeStyles({
  text: {
    // Two lines fit, and none of it is lost.
    "@media (max-width: 599.98px)": { whiteSpace: "normal", fontSize: "12px", lineHeight: "16px" },
  },
});

/** Whether there is a connection, how old the page is, and what waits. */
export function OfflineBanner(props: BannerState) {
  const { text } = useBannerText();
  const styles = useStyles();
  const services = useServices();
  const { connected, asOf, acts } = props.state;
  return (
    <Banner label="Connection" icon={!connected && <WifiOff20Regular />} warning={props.refused > 0}>
      <span className={mergeClasses(text, styles.text)} role="status">
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
    </Banner>
  );
}
