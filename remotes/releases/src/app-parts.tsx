import { PauseCircle16Filled } from "@fluentui/react-icons/svg/pause-circle";
import type { AppOverview, Rollout } from "@tessera/contracts-releases/releases.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { StatusText, useMoment } from "@tessera/ui";
import { rolloutStatus, versionOf } from "./release-words.ts";

const useStyles = makeStyles({
  title: { fontWeight: 600 },
  name: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    fontWeight: 400,
  },
  version: { fontFamily: tokens.fontFamilyMonospace, fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere" },
  status: { marginTop: "2px", "& > span": { whiteSpace: "normal", alignItems: "flex-start" } },
  reason: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
});

export function AppName({ app }: { app: AppOverview }) {
  const styles = useStyles();
  return (
    <>
      <div className={styles.title}>{app.title}</div>
      <div className={styles.name}>{app.name}</div>
    </>
  );
}

export function Version({
  release,
  beside,
}: {
  release: { id: string; version: string; number: number };
  beside?: { version: string };
}) {
  return (
    <span className={useStyles().version} title={release.id}>
      {versionOf(release, beside)}
    </span>
  );
}

/** How the rollout stands; and why it waits, while it waits. */
export function RolloutStatus({ rollout, now }: { rollout: Rollout; now: number }) {
  const styles = useStyles();
  const moment = useMoment();
  const { status, words } = rolloutStatus(rollout, now);
  const { waits } = rollout;
  const reason = waits ? `${waits.reason} Next: ${moment(waits.until)}.` : rollout.health.reason;
  return (
    <div className={styles.status}>
      <StatusText status={status} icon={rollout.state === "paused" ? <PauseCircle16Filled /> : undefined}>
        {words}
      </StatusText>
      {status === "warn" && <div className={styles.reason}>{reason}</div>}
    </div>
  );
}
