import { Add16Regular } from "@fluentui/react-icons/svg/add";
import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import type { AppOwnership } from "@tessera/contracts-releases/releases.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { usePlace } from "@tessera/shell-api";
import { ErrorState, LogList, LogRow, PageHead, Pane, PaneScroll, Pill, RowSkeleton, useIsPhone } from "@tessera/ui";
import { PathInquiry } from "./path-inquiry.tsx";
import { mayTryAgain } from "./releases-api.ts";
import { type AppActs, useAppActions } from "./use-app-actions.ts";
import { useApps } from "./use-apps.ts";

const useStyles = makeStyles({
  content: { padding: "16px 24px 48px", "@media (max-width: 959.98px)": { padding: "12px 16px 32px" } },
  about: { margin: "12px 0", color: tokens.colorNeutralForeground2 },
  name: { fontWeight: 600 },
  owner: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  paths: { fontFamily: tokens.fontFamilyMonospace, fontSize: "12px", lineHeight: "16px" },
  end: { display: "flex", alignItems: "center", gap: "8px" },
});

/** `/settings/release-apps`: which apps there are, who answers for them, which paths are theirs. For administrators. */
export default function AppsPage() {
  const styles = useStyles();
  const phone = useIsPhone();
  const { data, error, isError, refetch } = useApps();
  const actions = useAppActions();
  usePlace([{ label: "Settings", path: "/settings" }, { label: "Apps and paths" }], "/settings");
  const add = data && (
    <Button size={phone ? "large" : "small"} icon={<Add16Regular />} onClick={() => void actions.create()}>
      New app
    </Button>
  );
  return (
    <Pane kind="detail" label="Apps and paths">
      <PageHead area="Settings" title="Apps and paths">
        {add}
      </PageHead>
      <PaneScroll>
        <div className={styles.content}>
          {phone && add}
          {data ? (
            <>
              <p className={styles.about}>
                An app is released by its own deploy token, and shows only what lies below its paths. A path belongs to
                one app.
              </p>
              <LogList label="Apps of the product" timeless>
                {data.map((app) => (
                  <AppRow key={app.name} app={app} actions={actions} />
                ))}
              </LogList>
              <PathInquiry />
            </>
          ) : isError ? (
            <ErrorState
              title="Apps cannot be shown"
              error={error}
              onRetry={mayTryAgain(error) ? () => void refetch() : undefined}
            />
          ) : (
            <RowSkeleton rows={5} />
          )}
        </div>
      </PaneScroll>
    </Pane>
  );
}

function AppRow({ app, actions }: { app: AppOwnership; actions: AppActs }) {
  const styles = useStyles();
  return (
    <LogRow
      subject={
        <>
          <div className={styles.name}>{app.name}</div>
          <div className={styles.owner}>
            {app.owner || "No owner named"}
            {app.kind === "shell" && ", the shell"}
            {app.service && (app.service.processes.length ? ", a service" : ", a service that does not run")}
          </div>
        </>
      }
      text={
        <>
          <span className={styles.paths}>{app.prefixes.join("  ") || "No paths"}</span>
          {app.off && <div className={styles.owner}>Off: {app.off.reason}</div>}
        </>
      }
    >
      <span className={styles.end}>
        {app.off && <Pill status="bad">Off</Pill>}
        {!app.canPublish && <Pill status="warn">No token</Pill>}
        <Menu positioning="below-end">
          <MenuTrigger disableButtonEnhancement>
            <Button
              appearance="subtle"
              size="small"
              icon={<MoreHorizontal20Regular />}
              aria-label={`More for ${app.name}`}
            />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              <MenuItem onClick={() => void actions.change(app)}>Change owner and paths…</MenuItem>
              <MenuItem onClick={() => void actions.rotate(app)}>New deploy token…</MenuItem>
              {app.canPublish && <MenuItem onClick={() => void actions.revoke(app)}>Revoke deploy token…</MenuItem>}
              {app.off ? (
                <MenuItem onClick={() => void actions.switchOn(app)}>Switch on…</MenuItem>
              ) : (
                app.kind === "remote" && (
                  <MenuItem onClick={() => void actions.switchOff(app)}>Switch off for everybody…</MenuItem>
                )
              )}
            </MenuList>
          </MenuPopover>
        </Menu>
      </span>
    </LogRow>
  );
}
