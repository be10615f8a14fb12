import { ArrowClockwise20Regular } from "@fluentui/react-icons/svg/arrow-clockwise";
import { Keyboard20Regular } from "@fluentui/react-icons/svg/keyboard";
import { Person16Regular } from "@fluentui/react-icons/svg/person";
import { Settings20Regular } from "@fluentui/react-icons/svg/settings";
import { SignOut20Regular } from "@fluentui/react-icons/svg/sign-out";
import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { usePreferences, useSession } from "@tessera/shell-api";
import { useIsTouch, VisuallyHidden } from "@tessera/ui";
import { useSyncExternalStore } from "react";
import { signOut } from "../commands/shell-commands.ts";
import { useServices } from "../services.ts";
import { initialsOf } from "./initials.ts";

const useStyles = makeStyles({
  trigger: { minWidth: "36px", width: "36px", height: "36px", padding: 0, borderRadius: "18px" },
  initials: {
    display: "grid",
    placeItems: "center",
    width: "28px",
    height: "28px",
    borderRadius: "50%",
    fontSize: "10px",
    fontWeight: 600,
    backgroundColor: tokens.colorNeutralBackground6,
    color: tokens.colorNeutralForeground2,
  },
  who: { padding: "6px 10px 8px", maxWidth: "280px" },
  name: { fontWeight: 600, overflow: "hidden", textOverflow: "ellipsis" },
  email: { color: tokens.colorNeutralForeground3, overflow: "hidden", textOverflow: "ellipsis" },
});

/** Who is signed in, settings, shortcuts, sign out. */
export function MeMenu() {
  const styles = useStyles();
  const services = useServices();
  const go = useNavigate();
  const touched = useIsTouch();
  const { user } = useSession();
  const { displayName } = usePreferences();
  const update = useSyncExternalStore(services.update.subscribe, services.update.get);
  if (!user) {
    return (
      <Button appearance="primary" onClick={() => go("/login")}>
        Sign in
      </Button>
    );
  }
  // A person who signed in with a phone or a wallet has no email address.
  const name = displayName || user.email;
  return (
    <Menu positioning={{ position: "below", align: "end" }}>
      <MenuTrigger disableButtonEnhancement>
        <Button appearance="subtle" className={styles.trigger}>
          <VisuallyHidden>{name ? `Account of ${name}` : "Your account"}</VisuallyHidden>
          <span className={styles.initials} aria-hidden>
            {initialsOf(displayName || user.email.replace(/@.*/, "").replace(/[._-]+/g, " ")) || <Person16Regular />}
          </span>
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <div className={styles.who}>
          {displayName && <div className={styles.name}>{displayName}</div>}
          <div className={styles.email}>{user.email || (displayName ? "" : "Your account")}</div>
        </div>
        <MenuDivider />
        <MenuList>
          {update && (
            <MenuItem icon={<ArrowClockwise20Regular />} onClick={() => location.reload()}>
              Reload for the new version
            </MenuItem>
          )}
          <MenuItem icon={<Settings20Regular />} onClick={() => go("/settings")}>
            Settings
          </MenuItem>
          {!touched && (
            <MenuItem
              icon={<Keyboard20Regular />}
              secondaryContent="?"
              onClick={() => services.overlay.set("shortcuts")}
            >
              Keyboard shortcuts
            </MenuItem>
          )}
          <MenuItem icon={<SignOut20Regular />} onClick={() => void signOut(services)}>
            Sign out
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
