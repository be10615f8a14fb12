import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import type { Flag } from "@tessera/contracts-releases/flag.ts";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { LogList, LogRow, Pill } from "@tessera/ui";
import { settingWords } from "./flag-words.ts";
import { titleOf, useFlagActions } from "./use-flags.ts";

const useStyles = makeStyles({
  name: { fontWeight: 600 },
  key: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground3,
    overflowWrap: "anywhere",
  },
  aside: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  end: { display: "flex", alignItems: "center", gap: "8px" },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
});

interface FlagRulesProps {
  flags: readonly Flag[];
  /** Titles of apps, by name. */
  titles: ReadonlyMap<string, string>;
}

/** The feature flags of each app, and who gets them. */
export function FlagRules({ flags, titles }: FlagRulesProps) {
  const styles = useStyles();
  if (!flags.length) return <p className={styles.none}>No release that people get declares a flag in its manifest.</p>;
  return (
    <LogList label="Feature flags" timeless>
      {flags.map((flag) => (
        <FlagRow key={`${flag.app}/${flag.key}`} flag={flag} app={titles.get(flag.app) ?? flag.app} />
      ))}
    </LogList>
  );
}

function FlagRow({ flag, app }: { flag: Flag; app: string }) {
  const styles = useStyles();
  const actions = useFlagActions();
  const { declared, setting, changedAt } = flag;
  return (
    <LogRow
      subject={
        <>
          <div className={styles.name}>{titleOf(flag)}</div>
          <div className={styles.key}>
            {flag.app}/{flag.key}
          </div>
        </>
      }
      text={
        <>
          {settingWords(declared, setting)}
          {!declared && <div className={styles.aside}>No release of {app} that people get declares it any more.</div>}
        </>
      }
    >
      <span className={styles.end}>
        {!declared ? <Pill status="warn">Stale</Pill> : setting && <Pill status="run">Set</Pill>}
        <Menu positioning="below-end">
          <MenuTrigger disableButtonEnhancement>
            <Button
              appearance="subtle"
              size="small"
              icon={<MoreHorizontal20Regular />}
              aria-label={`More for ${titleOf(flag)} of ${app}`}
            />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {declared && <MenuItem onClick={() => void actions.change(flag)}>Change who gets it…</MenuItem>}
              {declared && changedAt && <MenuItem onClick={() => void actions.goBack(flag)}>Set back…</MenuItem>}
              {changedAt && <MenuItem onClick={() => void actions.remove(flag)}>Remove setting…</MenuItem>}
            </MenuList>
          </MenuPopover>
        </Menu>
      </span>
    </LogRow>
  );
}
