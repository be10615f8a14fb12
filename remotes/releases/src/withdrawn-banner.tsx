import { ErrorCircle20Filled } from "@fluentui/react-icons/svg/error-circle";
import type { AppOverview } from "@tessera/contracts-releases/releases.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from "@tessera/fluent-data";
import { isWorse, percentAt, percentText, shownRollout, versionOf } from "./release-words.ts";
import type { ReleaseActions } from "./use-release-actions.tsx";

const useStyles = makeStyles({
  bar: {
    margin: "0 0 12px",
    padding: "12px 16px",
    border: "none",
    borderRadius: "8px",
    backgroundColor: "var(--bad-bg)",
  },
  body: { paddingBottom: 0 },
  second: { fontSize: "12px", lineHeight: "16px", marginTop: "2px", color: tokens.colorNeutralForeground2 },
});

/** Says which candidates were found worse than stable, why, and what that means for people. */
export function WithdrawnBanner({
  apps,
  actions,
  now,
}: {
  apps: readonly AppOverview[];
  actions: ReleaseActions;
  now: number;
}) {
  const styles = useStyles();
  return apps.map((app) => {
    const rollout = shownRollout(app, now);
    if (!rollout || !isWorse(rollout)) return null;
    const ended = rollout.state === "aborted";
    const stable = versionOf(rollout.stable, rollout.candidate);
    const name = `${app.title} ${versionOf(rollout.candidate, rollout.stable)}`;
    const at = percentText(percentAt(rollout));
    return (
      <div key={app.name} role="alert">
        <MessageBar intent="error" layout="multiline" icon={<ErrorCircle20Filled />} className={styles.bar}>
          <MessageBarBody className={styles.body}>
            <MessageBarTitle>
              {ended ? `${name} was withdrawn at ${at}%.` : `${name} is worse than ${stable}, at ${at}%.`}
            </MessageBarTitle>{" "}
            {ended ? rollout.reason : rollout.health.reason}
            <div className={styles.second}>
              {ended
                ? `Everybody is back on ${stable} from the next page they open; drafts are kept.`
                : `Aborting returns everybody to ${stable}. Drafts are kept.`}
            </div>
          </MessageBarBody>
          {!ended && (
            <MessageBarActions>
              <Button size="small" appearance="primary" onClick={() => actions.abort(app)}>
                Back to {stable}…
              </Button>
            </MessageBarActions>
          )}
        </MessageBar>
      </div>
    );
  });
}
