import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import { Button, makeStyles } from "@tessera/fluent";
import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import type { Account } from "./people-api.ts";
import { nameOf, rolesOf, stateOf } from "./people-words.ts";
import type { PeopleActions } from "./use-people-actions.tsx";

const phone = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  more: {
    minWidth: "28px",
    width: "28px",
    height: "28px",
    padding: 0,
    [phone]: { minWidth: "44px", width: "44px", height: "44px", marginRight: "-12px" },
  },
});

/** What can be done about one person, in their state. */
export function PersonMenu({ account, actions, now }: { account: Account; actions: PeopleActions; now: number }) {
  const styles = useStyles();
  const state = stateOf(account, now);
  const administrator = rolesOf(account).includes("admin");
  if (state === "deleted") return null;
  const waits = (state === "invited" || state === "unconfirmed") && account.email;
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          size="small"
          className={styles.more}
          icon={<MoreHorizontal20Regular />}
          aria-label={`More for ${nameOf(account)}`}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {waits && (
            <MenuItem onClick={() => void actions.inviteAgain(account)}>
              {state === "invited" ? "Invite again" : "Invite"}
            </MenuItem>
          )}
          {account.email && !waits && (
            <MenuItem onClick={() => actions.recover(account)}>Send a recovery link…</MenuItem>
          )}
          {account.factors.length > 0 && (
            <MenuItem onClick={() => actions.removeFactors(account)}>Remove second factors…</MenuItem>
          )}
          {state === "confirmed" && (
            <MenuItem onClick={() => actions.setAdministrator(account, !administrator)}>
              {administrator ? "Remove as administrator…" : "Make an administrator…"}
            </MenuItem>
          )}
          {state === "banned" ? (
            <MenuItem onClick={() => void actions.lift(account)}>Lift the ban</MenuItem>
          ) : (
            <MenuItem onClick={() => actions.ban(account)}>Ban…</MenuItem>
          )}
          <MenuDivider />
          <MenuItem onClick={() => actions.hide(account)}>Delete, keeping a trace…</MenuItem>
          <MenuItem onClick={() => actions.delete(account)}>Delete for good…</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
