import { Archive20Regular } from "@fluentui/react-icons/svg/archive";
import { Clock20Regular } from "@fluentui/react-icons/svg/clock";
import { MailInbox20Regular } from "@fluentui/react-icons/svg/mail-inbox";
import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import { PanelRight20Regular } from "@fluentui/react-icons/svg/panel-right";
import { Tag20Regular } from "@fluentui/react-icons/svg/tag";
import { Button, Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent";
import { IconButton, Keycap } from "@tessera/ui";
import type { ReactElement, ReactNode } from "react";
import type { CardActions } from "./card-actions.ts";
import { useDetailStyles } from "./use-detail-styles.ts";

/** Head of the detail pane: what the card is, whether it is saved, what can be done with it and by which key. */
export function DetailToolbar(props: {
  kind: string;
  icon: ReactNode;
  status: ReactNode;
  actions: CardActions;
  onAbout?: () => void;
}) {
  const styles = useDetailStyles();
  const { actions } = props;
  const keyed = (label: string, key: string, icon: ReactElement, run: () => void) => (
    <Button size="small" appearance="subtle" icon={icon} onClick={run}>
      <span className={styles.keyed}>
        {label} <Keycap>{key}</Keycap>
      </span>
    </Button>
  );
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="This card">
      <span className={styles.kind}>
        <span className={styles.kindIcon}>{props.icon}</span>
        {props.kind}
      </span>
      {props.status}
      {actions.away ? (
        <Button
          size="small"
          appearance="subtle"
          icon={<MailInbox20Regular />}
          onClick={() => actions.setStatus("inbox")}
        >
          To the inbox
        </Button>
      ) : (
        keyed("Archive", "e", <Archive20Regular />, () => actions.setStatus("archived"))
      )}
      {keyed("Snooze", "s", <Clock20Regular />, actions.snooze)}
      {keyed("Tag", "t", <Tag20Regular />, actions.tag)}
      <MoreMenu actions={actions} />
      {props.onAbout && <IconButton icon={<PanelRight20Regular />} label="About this card" onClick={props.onAbout} />}
    </div>
  );
}

/** The rest of what can be done with one card. */
export function MoreMenu({ actions, size = "medium" }: { actions: CardActions; size?: "medium" | "large" }) {
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <IconButton icon={<MoreHorizontal20Regular />} label="More for this card" size={size} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {actions.status !== "inbox" && (
            <MenuItem onClick={() => actions.setStatus("inbox")}>Move to the inbox</MenuItem>
          )}
          {actions.status !== "later" && (
            <MenuItem secondaryContent={<Keycap>l</Keycap>} onClick={() => actions.setStatus("later")}>
              Move to Later
            </MenuItem>
          )}
          <MenuItem secondaryContent={<Keycap>d</Keycap>} onClick={actions.toggleDone}>
            {(actions.done ?? actions.status === "done") ? "Mark not done" : "Mark done"}
          </MenuItem>
          {actions.snoozed && (
            <MenuItem secondaryContent={<Keycap>w</Keycap>} onClick={actions.wake}>
              Wake up now
            </MenuItem>
          )}
          <MenuItem secondaryContent={<Keycap>⇧u</Keycap>} onClick={actions.toggleUnread}>
            {actions.unread ? "Mark as read" : "Mark as unread"}
          </MenuItem>
          <MenuItem onClick={actions.pin}>{actions.pinned ? "Unpin" : "Pin"}</MenuItem>
          {actions.copyAddress && <MenuItem onClick={actions.copyAddress}>Copy the address</MenuItem>}
          <MenuDivider />
          <MenuItem secondaryContent={<Keycap>#</Keycap>} onClick={actions.remove}>
            {actions.status === "trash" ? "Delete for good…" : "Move to the trash"}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
