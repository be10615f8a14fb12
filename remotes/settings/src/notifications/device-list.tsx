import { Desktop20Regular } from "@fluentui/react-icons/svg/desktop";
import { Phone20Regular } from "@fluentui/react-icons/svg/phone";
import type { PushDevice } from "@tessera/contracts-settings/push.ts";
import { Button } from "@tessera/fluent";
import { Pill, RelativeTime, removes } from "@tessera/ui";
import { Row, Rows } from "../parts/rows.tsx";

interface Props {
  devices: PushDevice[];
  /** Id of this browser, where it is one of them. */
  here: string | null;
  busy: boolean;
  onTest(device: PushDevice): void;
  onRemove(device: PushDevice): void;
}

/** The browsers that show notifications, this one first. */
export function DeviceList({ devices, here, busy, onTest, onRemove }: Props) {
  return (
    <Rows label="Devices with notifications">
      {devices
        .toSorted((a, b) => Number(b.id === here) - Number(a.id === here))
        .map((device) => (
          <Row
            key={device.id}
            icon={/iPhone|Android/.test(device.device) ? <Phone20Regular /> : <Desktop20Regular />}
            title={
              <>
                {device.device}
                {device.id === here && <Pill status="ok">This browser</Pill>}
                {device.signedOut && <Pill status="idle">Signed out</Pill>}
              </>
            }
            line={<Line device={device} />}
          >
            {device.id === here ? (
              <Button disabledFocusable={busy} onClick={() => onTest(device)}>
                Send a test
              </Button>
            ) : (
              <Button
                {...removes}
                aria-label={`Remove ${device.device}`}
                disabledFocusable={busy}
                onClick={() => onRemove(device)}
              >
                Remove
              </Button>
            )}
          </Row>
        ))}
    </Rows>
  );
}

function Line({ device: { createdAt, lastUsedAt, signedOut } }: { device: PushDevice }) {
  return (
    <>
      {signedOut && "Shows nothing until you sign in there again. "}
      Added <RelativeTime at={createdAt} inSentence />,{" "}
      {lastUsedAt ? (
        <>
          last notification <RelativeTime at={lastUsedAt} inSentence />
        </>
      ) : (
        "no notification yet"
      )}
    </>
  );
}
