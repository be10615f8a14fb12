import { Clock20Regular } from "@fluentui/react-icons/svg/clock";
import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger, makeStyles, tokens } from "@tessera/fluent";
import { shell } from "@tessera/shell-api";
import { IconButton, useUiSettings } from "@tessera/ui";
import { useState } from "react";
import { ActionButton } from "../detail-parts.tsx";
import { snoozeChoices, untilWords } from "./snooze-choices.ts";
import { SnoozeDialog } from "./snooze-dialog.tsx";

const useStyles = makeStyles({
  until: { marginLeft: "24px", color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
});

/** Times to snooze until. As an icon, or as a button of the decision bar. */
export function SnoozeMenu(props: {
  onSnooze: (until: Date) => void;
  /** Of the detail pane: whether its menu is open, which the key h changes too. */
  button?: { open: boolean; onOpenChange: (open: boolean) => void };
  asIcon?: boolean;
  tabIndex?: number;
}) {
  const styles = useStyles();
  const [openHere, setOpenHere] = useState(false);
  const open = props.button?.open ?? openHere;
  const onOpenChange = props.button?.onOpenChange ?? setOpenHere;
  const { timeZone } = useUiSettings();
  const choices = open ? snoozeChoices(new Date(), timeZone) : [];
  const pick = async () => {
    const until = await shell().dialogs.open<Date>(SnoozeDialog, {}, { title: "Snooze until", maxWidth: "400px", buttons: [] });
    if (until) props.onSnooze(until);
  };
  return (
    <Menu open={open} onOpenChange={(_, data) => onOpenChange(data.open)}>
      <MenuTrigger disableButtonEnhancement>
        {props.button && !props.asIcon ? (
          <ActionButton appearance="subtle" keycap="h">
            Snooze
          </ActionButton>
        ) : (
          <IconButton icon={<Clock20Regular />} label="Snooze" shortcut="h" tabIndex={props.tabIndex} />
        )}
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {choices.map(({ label, until }) => (
            <MenuItem
              key={label}
              secondaryContent={<span className={styles.until}>{untilWords(until)}</span>}
              onClick={() => props.onSnooze(until)}
            >
              {label}
            </MenuItem>
          ))}
          <MenuDivider />
          <MenuItem onClick={() => void pick()}>Another time…</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
