import { Add16Regular } from "@fluentui/react-icons/svg/add";
import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { keepPreviousData, useQuery } from "@tessera/query";
import { shell, usePlace } from "@tessera/shell-api";
import { EmptyState, ErrorState, PageHead, Pager, Pane, PaneScroll, Pill, RowSkeleton, useIsPhone } from "@tessera/ui";
import { useState } from "react";
import { type App, accessWords, appKeys, apps } from "./apps-api.ts";
import { type AppActions, useAppActions } from "./use-app-actions.ts";

const phoneWidth = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  content: { padding: "12px 24px 48px", [phoneWidth]: { padding: "12px 16px 32px" } },
  lead: { margin: "0 0 12px", color: tokens.colorNeutralForeground2 },
  add: { [phoneWidth]: { width: "100%", height: "44px", marginBottom: "12px" } },
  rows: { listStyleType: "none", margin: 0, padding: 0 },
  row: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    alignItems: "center",
    columnGap: "12px",
    padding: "8px 0",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  title: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 8px", overflowWrap: "anywhere" },
  line: {
    marginTop: "2px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    overflowWrap: "anywhere",
  },
  more: { [phoneWidth]: { minWidth: "44px", width: "44px", height: "44px" } },
});
const PER_PAGE = 25;

/** `/settings/connected-apps`: other programs that may ask people in. For administrators. */
export default function AppsPage() {
  const styles = useStyles();
  const phone = useIsPhone();
  const actions = useAppActions();
  const hosted = new URL(shell().identity.url).origin !== location.origin;
  usePlace([{ label: "Settings", path: "/settings" }, { label: "Connected apps" }], "/settings");
  const add = !hosted && (
    <Button
      className={styles.add}
      size={phone ? "large" : "small"}
      icon={<Add16Regular />}
      onClick={() => void actions.create()}
    >
      Add an app
    </Button>
  );
  return (
    <Pane kind="detail" label="Connected apps">
      <PageHead area="Settings" title="Connected apps">
        {!phone && add}
      </PageHead>
      <PaneScroll>
        <div className={styles.content}>
          {phone && add}
          {hosted ? (
            <EmptyState
              title="Apps are managed elsewhere"
              sentence={`This installation signs people in by ${new URL(shell().identity.url).host}. Add and remove apps in its dashboard.`}
            />
          ) : (
            <Apps actions={actions} />
          )}
        </div>
      </PaneScroll>
    </Pane>
  );
}

function Apps({ actions }: { actions: AppActions }) {
  const styles = useStyles();
  const [{ page, perPage }, setShown] = useState({ page: 1, perPage: PER_PAGE });
  const { data, error, isError, refetch } = useQuery({
    queryKey: appKeys.list(page, perPage),
    queryFn: ({ signal }) => apps.list(page, perPage, signal),
    placeholderData: keepPreviousData,
  });
  if (isError && !data) return <ErrorState title="Apps cannot be shown" error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowSkeleton rows={4} />;
  if (!data.total)
    return (
      <EmptyState
        sentence="No other program signs people in here. Add one, and it can ask people to let it in."
        action={{ label: "Add an app", onClick: () => void actions.create() }}
      />
    );
  return (
    <>
      <p className={styles.lead}>These apps can ask people to let them in. What an app gets, each person decides.</p>
      <ul aria-label="Connected apps" className={styles.rows}>
        {data.clients.map((app) => (
          <AppRow key={app.client_id} app={app} actions={actions} />
        ))}
      </ul>
      <Pager
        of="rows"
        page={page - 1}
        pageSize={perPage}
        total={data.total}
        sizes={[PER_PAGE, 50, 100]}
        onChange={(next, size) => setShown({ page: next + 1, perPage: size })}
      />
    </>
  );
}

function AppRow({ app, actions }: { app: App; actions: AppActions }) {
  const styles = useStyles();
  return (
    <li className={styles.row}>
      <div>
        <div className={styles.title}>
          <bdi>{app.client_name}</bdi>
          {app.registration_type === "dynamic" && <Pill status="warn">Registered itself</Pill>}
        </div>
        <div className={styles.line}>
          {accessWords(app)}. Client ID {app.client_id}
        </div>
        <div className={styles.line}>{app.redirect_uris.join(", ")}</div>
      </div>
      <Menu positioning="below-end">
        <MenuTrigger disableButtonEnhancement>
          <Button
            appearance="subtle"
            size="small"
            className={styles.more}
            icon={<MoreHorizontal20Regular />}
            aria-label={`More for ${app.client_name}`}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={() => void actions.addresses(app)}>Redirect addresses…</MenuItem>
            {app.client_type === "confidential" && (
              <MenuItem onClick={() => void actions.renewSecret(app)}>New secret…</MenuItem>
            )}
            <MenuDivider />
            <MenuItem onClick={() => void actions.remove(app)}>Remove…</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
    </li>
  );
}
