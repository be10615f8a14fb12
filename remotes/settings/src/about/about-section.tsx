import { Button, makeStyles, tokens } from "@tessera/fluent";
import { shell } from "@tessera/shell-api";
import { Setting, SettingGroup } from "../parts/setting.tsx";

const useStyles = makeStyles({
  table: {
    width: "100%",
    borderCollapse: "collapse",
    "& th, & td": { textAlign: "left", height: "36px", padding: "0 12px 0 0" },
  },
  head: { fontSize: "12px", lineHeight: "16px", fontWeight: 400, color: tokens.colorNeutralForeground3 },
  row: { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  app: { fontWeight: 400 },
  code: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: "12px",
    overflowWrap: "anywhere",
    color: tokens.colorNeutralForeground2,
  },
});

/** What runs in this page, for bug reports: each area is released on its own. */
export function AboutSection() {
  const styles = useStyles();
  const { build, notifications } = shell();
  const copy = async () => {
    const lines = [
      `Build ${build.id}`,
      ...build.apps.map(({ name, release }) => `${name} ${release}`),
      navigator.userAgent,
    ];
    try {
      await navigator.clipboard.writeText(lines.join("\n"));
      notifications.show({ message: "Copied: the build, its releases and your browser", intent: "success" });
    } catch {
      notifications.show({
        message: "The browser did not let the page copy. Select the text and copy it.",
        intent: "error",
      });
    }
  };
  return (
    <>
      <SettingGroup title="This page">
        <Setting label="Build" hint={<span className={styles.code}>{build.id}</span>}>
          <Button onClick={copy}>Copy for a report</Button>
        </Setting>
      </SettingGroup>
      <SettingGroup title="Releases">
        <table className={styles.table} aria-label="Releases">
          <thead>
            <tr>
              <th scope="col" className={styles.head}>
                Part
              </th>
              <th scope="col" className={styles.head}>
                Version
              </th>
              <th scope="col" className={styles.head}>
                Release
              </th>
            </tr>
          </thead>
          <tbody>
            {build.apps.map(({ name, title, version, release }) => (
              <tr key={name} className={styles.row}>
                <th scope="row" className={styles.app}>
                  {title}
                </th>
                <td>{version}</td>
                <td className={styles.code}>{release}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </SettingGroup>
    </>
  );
}
