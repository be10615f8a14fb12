import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import { counted } from "@tessera/contracts-core/counted.ts";
import type { TagColour, TagInfo } from "@tessera/contracts-items/tag-changes.ts";
import { makeStyles, mergeClasses, tokens } from "@tessera/fluent";
import { Checkbox, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { Link } from "@tessera/router";
import { IconButton, touch, useIsPhone } from "@tessera/ui";
import { COLOURS } from "../tag-colours.ts";

const useStyles = makeStyles({
  row: {
    display: "grid",
    gridTemplateColumns: "auto auto minmax(0, 1fr) auto auto",
    alignItems: "center",
    columnGap: "4px",
    minHeight: "44px",
    padding: "0 8px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    [touch]: { columnGap: "8px", minHeight: "52px" },
  },
  checked: { backgroundColor: "var(--sel)" },
  link: {
    overflow: "hidden",
    padding: "4px",
    borderRadius: "4px",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    color: "inherit",
    textDecorationLine: "none",
    ":hover": { textDecorationLine: "underline" },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
    [touch]: { padding: "12px 4px" },
  },
  count: { padding: "0 8px", color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums" },
  actions: { display: "flex" },
  dot: {
    width: "12px",
    height: "12px",
    borderRadius: "50%",
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
  },
});

interface TagRowProps {
  tag: TagInfo;
  checked: boolean;
  onCheck: () => void;
  onColour: (colour: TagColour | null) => void;
  onRename: () => void;
  onDelete: () => void;
}

/** A tag: its colour, its cards, and what can be done with it. */
export function TagRow({ tag: { tag, count, colour }, checked, onCheck, onColour, onRename, onDelete }: TagRowProps) {
  const styles = useStyles();
  const size = useIsPhone() ? "large" : "medium";
  const dot = (css: string | undefined) => (
    <span className={styles.dot} style={css ? { backgroundColor: css, borderColor: css } : undefined} />
  );
  return (
    <li className={mergeClasses(styles.row, checked && styles.checked)}>
      <Checkbox size={size} checked={checked} aria-label={`Select ${tag}`} onChange={onCheck} />
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <IconButton
            size={size}
            icon={dot(colour ? COLOURS[colour].css : undefined)}
            label={`Colour of ${tag}: ${colour ? COLOURS[colour].label.toLowerCase() : "none"}`}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem icon={dot(undefined)} onClick={() => onColour(null)}>
              No colour
            </MenuItem>
            {(Object.keys(COLOURS) as TagColour[]).map((one) => (
              <MenuItem key={one} icon={dot(COLOURS[one].css)} onClick={() => onColour(one)}>
                {COLOURS[one].label}
              </MenuItem>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
      <Link className={styles.link} to={`/items/all?${new URLSearchParams({ tag })}`}>
        {tag}
      </Link>
      <span className={styles.count}>{counted(count, "card")}</span>
      <span className={styles.actions}>
        <IconButton size={size} icon={<Edit20Regular />} label={`Rename ${tag}`} onClick={onRename} />
        <IconButton size={size} icon={<Delete20Regular />} label={`Delete ${tag}`} onClick={onDelete} />
      </span>
    </li>
  );
}
