import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import type { AppOverview, Pin } from "@tessera/contracts-releases/releases.ts";
import { Button } from "@tessera/fluent";
import { LogList, LogRow, RelativeTime } from "@tessera/ui";

/** People and groups that get a release whatever the rollouts say. */
export function PinList({ apps, onRemove }: { apps: readonly AppOverview[]; onRemove: (pin: Pin) => void }) {
  return (
    <LogList label="Pinned people" timeless>
      {apps.flatMap(({ title, pins }) =>
        pins.map((pin) => (
          <LogRow
            key={pin.id}
            subject={pin.who.startsWith("@") ? `Everybody ${pin.who}` : pin.who}
            text={
              <>
                {title} {pin.release.version}, by {pin.createdBy}, <RelativeTime at={pin.createdAt} inSentence />
              </>
            }
          >
            <Button
              size="small"
              appearance="subtle"
              icon={<Dismiss16Regular />}
              aria-label={`Remove the pin of ${pin.who} to ${title}`}
              onClick={() => onRemove(pin)}
            >
              Remove
            </Button>
          </LogRow>
        )),
      )}
    </LogList>
  );
}
