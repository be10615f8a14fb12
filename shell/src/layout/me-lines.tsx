import { ArrowClockwise20Regular } from "@fluentui/react-icons/svg/arrow-clockwise";
import { BookQuestionMark20Regular } from "@fluentui/react-icons/svg/book-question-mark";
import { Keyboard20Regular } from "@fluentui/react-icons/svg/keyboard";
import { Settings20Regular } from "@fluentui/react-icons/svg/settings";
import { SignOut20Regular } from "@fluentui/react-icons/svg/sign-out";
import { HANDBOOK_PATH } from "@tessera/federation/handbook.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { MenuDivider, MenuItem } from "@tessera/fluent-data";
import { useNavigate } from "@tessera/router";
import { usePreferences, useSession } from "@tessera/shell-api";
import { type OpenMenu, useIsTouch } from "@tessera/ui";
import { MenuPopup } from "@tessera/ui/menu-popup";
import { useSyncExternalStore } from "react";
import { signOut } from "../commands/shell-commands.ts";
import { useServices } from "../services.ts";

const useStyles = makeStyles({
  who: { padding: "6px 10px 8px", maxWidth: "280px" },
  name: { fontWeight: 600, overflow: "hidden", textOverflow: "ellipsis" },
  email: { color: tokens.colorNeutralForeground3, overflow: "hidden", textOverflow: "ellipsis" },
});

/** Who is signed in, settings, shortcuts, sign out. */
export function MeLines({ menu }: { menu: OpenMenu }) {
  const styles = useStyles();
  const services = useServices();
  const go = useNavigate();
  const touched = useIsTouch();
  const { user } = useSession();
  const { displayName } = usePreferences();
  const update = useSyncExternalStore(services.update.subscribe, services.update.get);
  return (
    <MenuPopup
      menu={menu}
      head={
        <>
          <div className={styles.who}>
            {displayName && <div className={styles.name}>{displayName}</div>}
            <div className={styles.email}>{user?.email || (displayName ? "" : "Your account")}</div>
          </div>
          <MenuDivider />
        </>
      }
    >
      {update && (
        <MenuItem icon={<ArrowClockwise20Regular />} onClick={() => location.reload()}>
          Reload for the new version
        </MenuItem>
      )}
      <MenuItem icon={<Settings20Regular />} onClick={() => go("/settings")}>
        Settings
      </MenuItem>
      <MenuItem icon={<BookQuestionMark20Regular />} onClick={() => go(HANDBOOK_PATH)}>
        Handbook
      </MenuItem>
      {!touched && (
        <MenuItem icon={<Keyboard20Regular />} secondaryContent="?" onClick={() => services.overlay.set("shortcuts")}>
          Keyboard shortcuts
        </MenuItem>
      )}
      <MenuItem icon={<SignOut20Regular />} onClick={() => void signOut(services)}>
        Sign out
      </MenuItem>
    </MenuPopup>
  );
}
