import { Person16Regular } from "@fluentui/react-icons/svg/person";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { usePreferences, useSession } from "@tessera/shell-api";
import { LazyMenu, VisuallyHidden } from "@tessera/ui";
import { useServices } from "../services.ts";
import { initialsOf } from "./initials.ts";
import { loadMenus } from "./load-menus.ts";

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
});

/** Who is signed in, settings, shortcuts, sign out. */
export function MeMenu() {
  const styles = useStyles();
  const services = useServices();
  const go = useNavigate();
  const { user } = useSession();
  const { displayName } = usePreferences();
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
    <LazyMenu
      trigger={
        <Button appearance="subtle" className={styles.trigger}>
          <VisuallyHidden>{name ? `Account of ${name}` : "Your account"}</VisuallyHidden>
          <span className={styles.initials} aria-hidden>
            {initialsOf(displayName || user.email.replace(/@.*/, "").replace(/[._-]+/g, " ")) || <Person16Regular />}
          </span>
        </Button>
      }
      load={async () => (await loadMenus(services))?.MeLines}
      lines={{}}
    />
  );
}
