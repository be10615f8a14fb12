import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import type { AppOverview } from "@tessera/contracts-releases/releases.ts";
import { Button, makeStyles } from "@tessera/fluent";
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { openRollout } from "./release-words.ts";
import { type ReleaseActions, rollbackChoices } from "./use-release-actions.tsx";

const phone = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  actions: { display: "flex", alignItems: "center", justifyContent: "flex-end", gap: "4px" },
  button: { [phone]: { height: "44px" } },
  more: {
    minWidth: "28px",
    width: "28px",
    height: "28px",
    padding: 0,
    [phone]: { minWidth: "44px", width: "44px", height: "44px", marginRight: "-12px" },
  },
});

/** The likeliest act as a button, the others in a menu. */
export function AppActions({ app, actions }: { app: AppOverview; actions: ReleaseActions }) {
  const styles = useStyles();
  const open = openRollout(app);
  const everybody = open?.state === "running" && open.percent === 100 && open.health.verdict === "healthy";
  const first = !open ? null : open.state === "paused" ? "resume" : everybody ? "promote" : "pause";
  const words = { resume: "Resume", promote: "Promote", pause: "Pause", abort: "Abort rollout…" } as const;
  const rest = open
    ? (["pause", "promote", "abort"] as const).filter(
        (act) => act !== first && (act !== "pause" || open.state === "running"),
      )
    : [];
  return (
    <div className={styles.actions}>
      {first && (
        <Button
          size="small"
          className={styles.button}
          aria-label={`${words[first]} ${app.title}`}
          onClick={() => void actions[first](app)}
        >
          {words[first]}
        </Button>
      )}
      <Menu positioning="below-end">
        <MenuTrigger disableButtonEnhancement>
          <Button
            appearance="subtle"
            size="small"
            className={styles.more}
            icon={<MoreHorizontal20Regular />}
            aria-label={`More for ${app.title}`}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {rest.map((act) => (
              <MenuItem key={act} onClick={() => void actions[act](app)}>
                {act === "promote" ? "Promote to everybody…" : words[act]}
              </MenuItem>
            ))}
            {open?.waits && <MenuItem onClick={() => actions.proceed(app)}>Continue now…</MenuItem>}
            {rollbackChoices(app).length > 0 && <MenuItem onClick={() => actions.rollBack(app)}>Roll back…</MenuItem>}
            <MenuItem onClick={() => actions.pin(app)}>Pin a person…</MenuItem>
            <MenuItem onClick={() => actions.preview(app)}>Preview link…</MenuItem>
            <MenuItem onClick={() => actions.override(app)}>Use a local build…</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
    </div>
  );
}
