import { Dismiss16Regular } from "@fluentui/react-icons/svg/dismiss";
import type { AppOverview, Pin } from "@tessera/contracts-releases/releases.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { RelativeTime } from "@tessera/ui";

const narrow = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  pin: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr) auto",
    gap: "0 12px",
    alignItems: "center",
    minHeight: "36px",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ":first-child": { borderTopStyle: "none" },
    [narrow]: {
      gridTemplateColumns: "minmax(0, 1fr) auto",
      padding: "8px 0",
      "& > button": { height: "44px", gridRow: "1 / 3", gridColumn: 2 },
    },
  },
  who: { overflowWrap: "anywhere" },
  line: { color: tokens.colorNeutralForeground2, [narrow]: { fontSize: "12px", lineHeight: "16px", gridRow: 2 } },
});

/** People and groups that get a release whatever the rollouts say. */
export function PinList({ apps, onRemove }: { apps: readonly AppOverview[]; onRemove: (pin: Pin) => void }) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {apps.flatMap(({ title, pins }) =>
        pins.map((pin) => (
          <li key={pin.id} className={styles.pin}>
            <span className={styles.who}>{pin.who.startsWith("@") ? `Everybody ${pin.who}` : pin.who}</span>
            <span className={styles.line}>
              {title} {pin.release.version}, by {pin.createdBy}, <RelativeTime at={pin.createdAt} />
            </span>
            <Button
              size="small"
              appearance="subtle"
              icon={<Dismiss16Regular />}
              aria-label={`Remove the pin of ${pin.who} to ${title}`}
              onClick={() => onRemove(pin)}
            >
              Remove
            </Button>
          </li>
        )),
      )}
    </ul>
  );
}
