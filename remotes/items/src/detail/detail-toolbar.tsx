import { Archive20Regular } from "@fluentui/react-icons/svg/archive";
import { Clock20Regular } from "@fluentui/react-icons/svg/clock";
import { MailInbox20Regular } from "@fluentui/react-icons/svg/mail-inbox";
import { MoreHorizontal20Regular } from "@fluentui/react-icons/svg/more-horizontal";
import { PanelRight20Regular } from "@fluentui/react-icons/svg/panel-right";
import { Tag20Regular } from "@fluentui/react-icons/svg/tag";
import { Button } from "@tessera/fluent";
import { type ActId, useKeys } from "@tessera/shell-api";
import { IconButton, Keycap, LazyMenu, useIsTouch } from "@tessera/ui";
import { type ReactElement, type ReactNode, useState } from "react";
import type { MenuLine } from "../list/card-menu.ts";
import { openMenuSheet } from "../list/open-menu-sheet.ts";
import { loadPart, openPart } from "../load-part.ts";
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
  const keyOf = useKeys();
  const { actions } = props;
  const keyed = (label: string, act: ActId, icon: ReactElement, run: () => void) => (
    <Button size="small" appearance="subtle" icon={icon} onClick={run}>
      <span className={styles.keyed}>
        {label} <Keycap>{keyOf(act)}</Keycap>
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
        keyed("Archive", "archive", <Archive20Regular />, () => actions.setStatus("archived"))
      )}
      {keyed("Snooze", "snooze", <Clock20Regular />, actions.snooze)}
      {keyed("Tag", "tag", <Tag20Regular />, actions.tag)}
      <MoreMenu actions={actions} />
      {props.onAbout && (
        <IconButton
          icon={<PanelRight20Regular />}
          label="About this card"
          shortcut={keyOf("about")}
          onClick={props.onAbout}
        />
      )}
    </div>
  );
}

/** All that can be done with one card. */
export function MoreMenu({ actions, size = "medium" }: { actions: CardActions; size?: "medium" | "large" }) {
  const touched = useIsTouch();
  const [groups, setGroups] = useState<MenuLine[][]>([]);
  const icon = <MoreHorizontal20Regular />;
  if (touched)
    return (
      <IconButton
        icon={icon}
        label="More for this card"
        size={size}
        onClick={() => void openMenuSheet(actions.title, actions.menu())}
      />
    );
  return (
    // What can be done is asked when the menu opens: the list is not there before the card.
    <LazyMenu
      trigger={<IconButton icon={icon} label="More for this card" size={size} />}
      onOpen={() => setGroups(actions.menu())}
      load={() => openPart(async () => (await loadPart(() => import("./card-lines.tsx"))).CardLines)}
      lines={{ groups }}
    />
  );
}
