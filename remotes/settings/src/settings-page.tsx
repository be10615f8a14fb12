import { ChevronRight20Regular } from "@fluentui/react-icons/svg/chevron-right";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Navigate, NavLink, Outlet } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";
import { PageHead, Pane, PaneHeader, PaneScroll, useIsPhone, VisuallyHidden } from "@tessera/ui";
import { useAdministrator } from "./administrator/use-administrator.ts";
import { SaveFailure } from "./parts/save-failure.tsx";
import { SaveStatus, SavesProvider } from "./parts/saves.tsx";
import { type Entry, entriesFor, type Section } from "./sections.tsx";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: "4px" },
  link: {
    position: "relative",
    display: "flex",
    alignItems: "center",
    gap: "12px",
    height: "36px",
    padding: "0 12px",
    borderRadius: "6px",
    color: tokens.colorNeutralForeground1,
    textDecorationLine: "none",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
    "& svg": { color: tokens.colorNeutralForeground3 },
  },
  here: {
    backgroundColor: "var(--sel)",
    ":hover": { backgroundColor: "var(--sel)" },
    "::before": {
      content: '""',
      position: "absolute",
      left: 0,
      top: "6px",
      bottom: "6px",
      width: "3px",
      borderRadius: "2px",
      backgroundColor: "var(--sel-bar)",
    },
    "& svg": { color: tokens.colorBrandForeground1 },
  },
  content: { maxWidth: "720px", padding: "20px 16px 48px" },
  status: { display: "flex", justifyContent: "flex-end", height: "20px", marginTop: "-12px" },
  tall: { height: "56px" },
  words: { display: "flex", flexDirection: "column", flexGrow: 1, minWidth: 0 },
  line: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  group: {
    margin: 0,
    padding: "16px 16px 0",
    fontSize: "12px",
    lineHeight: "16px",
    fontWeight: 400,
    color: tokens.colorNeutralForeground3,
  },
});

/** `/settings`: the sections at the left and the open one beside them; one at a time on a phone. */
export function SettingsPage() {
  const phone = useIsPhone();
  return phone ? (
    <Outlet />
  ) : (
    <>
      <Pane kind="list" label="Settings" width={224}>
        <PaneHeader title="Settings" />
        <PaneScroll>
          <SectionList phone={false} />
        </PaneScroll>
      </Pane>
      <Outlet />
    </>
  );
}

/** `/settings` itself: the list of sections on a phone, else the first section. */
export function SettingsIndex() {
  const phone = useIsPhone();
  usePlace([{ label: "Settings" }]);
  if (!phone) return <Navigate to="/settings/profile" replace />;
  return (
    <Pane kind="list" label="Settings">
      <VisuallyHidden as="h1">Settings</VisuallyHidden>
      <SectionList phone />
    </Pane>
  );
}

function SectionList({ phone }: { phone: boolean }) {
  const styles = useStyles();
  const administrator = useAdministrator();
  const forAdministrators = entriesFor("administrator");
  return (
    <nav aria-label="Settings sections">
      <Entries entries={entriesFor("everyone")} phone={phone} />
      {administrator && forAdministrators.length > 0 && (
        <>
          <h2 className={styles.group}>Administrators</h2>
          <Entries entries={forAdministrators} phone={phone} />
        </>
      )}
    </nav>
  );
}

function Entries({ entries, phone }: { entries: readonly Entry[]; phone: boolean }) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {entries.map(({ id, path = `/settings/${id}`, title, line, icon }) => (
        <li key={id}>
          <NavLink
            to={path}
            className={({ isActive }) => mergeClasses(styles.link, phone && styles.tall, isActive && styles.here)}
          >
            {icon}
            <span className={styles.words}>
              {title}
              {phone && <span className={styles.line}>{line}</span>}
            </span>
            {phone && <ChevronRight20Regular />}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** One section: its settings, and whether the last change was saved. */
export function SectionPage({ section: { title, Content } }: { section: Section }) {
  const styles = useStyles();
  const phone = useIsPhone();
  usePlace([{ label: "Settings", path: "/settings" }, { label: title }], "/settings");
  return (
    <SavesProvider>
      <Pane kind="detail" label={title}>
        <PageHead area="Settings" title={title}>
          <SaveStatus />
        </PageHead>
        <PaneScroll>
          <div className={styles.content}>
            {phone && (
              <div className={styles.status}>
                <SaveStatus />
              </div>
            )}
            <SaveFailure />
            <Content />
          </div>
        </PaneScroll>
      </Pane>
    </SavesProvider>
  );
}
