import { Archive20Regular } from "@fluentui/react-icons/svg/archive";
import { Attach16Regular } from "@fluentui/react-icons/svg/attach";
import { CheckboxChecked20Filled } from "@fluentui/react-icons/svg/checkbox-checked";
import { CheckboxUnchecked16Regular, CheckboxUnchecked20Regular } from "@fluentui/react-icons/svg/checkbox-unchecked";
import { Clock20Regular } from "@fluentui/react-icons/svg/clock";
import { MailInbox20Regular } from "@fluentui/react-icons/svg/mail-inbox";
import { Pin16Filled } from "@fluentui/react-icons/svg/pin";
import { Tag20Regular } from "@fluentui/react-icons/svg/tag";
import { counted } from "@tessera/contracts-core/counted.ts";
import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { ListRow, type SwipeActs, Tag, touch, VisuallyHidden } from "@tessera/ui";
import { type MouseEvent, memo, type ReactNode } from "react";
import { TagWord } from "../tags/tag-word.tsx";
import { isDone } from "../types/done.ts";
import { DoneCircle } from "../types/done-circle.tsx";
import { SURE } from "../types/guess.ts";
import { TypeIcon } from "../types/type-icon.tsx";
import { Age } from "./age.tsx";
import type { DaysAround } from "./days-around.ts";
import { Highlighted } from "./highlight.tsx";
import { RowLine } from "./row-line.tsx";

const useStyles = makeStyles({
  pick: {
    position: "relative",
    zIndex: 1,
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    width: "20px",
    height: "20px",
    padding: 0,
    border: "none",
    borderRadius: "4px",
    color: "inherit",
    backgroundColor: "transparent",
    cursor: "pointer",
    // A finger finds more than what it sees: 44 px around the picture, which stays in its place.
    [touch]: { margin: "-12px" },
  },
  meant: { color: tokens.colorNeutralForeground2, fontWeight: 600 },
  // In the margin before the row.
  aside: {
    position: "absolute",
    left: "-4px",
    zIndex: 1,
    display: "flex",
    alignItems: "center",
    width: "16px",
    height: "20px",
    padding: 0,
    border: "none",
    borderRadius: "4px",
    color: "inherit",
    // Hides the bar of a selected row behind it.
    backgroundColor: tokens.colorNeutralBackground1,
    cursor: "pointer",
    "@media (max-width: 959.98px)": { display: "none" },
  },
  action: {
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    width: "28px",
    height: "28px",
    padding: 0,
    border: "none",
    borderRadius: "6px",
    color: tokens.colorNeutralForeground2,
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundPressed },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  },
});

/** What a row can ask for; one stable object for all rows. */
export interface RowActions {
  /** The row's link was clicked. */
  opened(row: ItemSummary, event: MouseEvent): void;
  toggleDone(row: ItemSummary): void;
  check(row: ItemSummary): void;
  archive(row: ItemSummary): void;
  restore(row: ItemSummary): void;
  snooze(row: ItemSummary): void;
  tag(row: ItemSummary): void;
  swipe(row: ItemSummary): SwipeActs;
}

export interface ItemRowProps {
  row: ItemSummary;
  href: string;
  now: Date;
  days: DaysAround;
  /** What the card is, in a word. */
  kind: string;
  /** Which time the age shows. */
  time: "createdAt" | "updatedAt" | "dueAt" | "snoozeUntil";
  /** Shown in the detail pane. */
  selected: boolean;
  checked: boolean;
  /** While anything is checked, each row shows its checkbox. */
  picking: boolean;
  /** Hovered or focused: shows its actions. */
  active: boolean;
  actions: RowActions;
}

/** Tags of a row that have room beside its text. */
const SHOWN_TAGS = 2;

export const ItemRow = memo(function ItemRow({ row, actions, ...props }: ItemRowProps) {
  const styles = useStyles();
  const at = row[props.time] ?? row.createdAt;
  return (
    <ListRow
      done={isDone(row)}
      icon={<Lead {...props} row={row} actions={actions} />}
      title={
        <>
          {row.highlight ? <Highlighted text={row.highlight.title} /> : row.title}
          {row.unread && <VisuallyHidden> unread</VisuallyHidden>}
        </>
      }
      unread={row.unread}
      line={
        <>
          {row.match === "meaning" && <span className={styles.meant}>Similar meaning · </span>}
          {row.highlight?.line ? (
            <Highlighted text={row.highlight.line} />
          ) : (
            <RowLine row={row} kind={props.kind} now={props.now} days={props.days} />
          )}
        </>
      }
      tags={tagsOf(row)}
      age={<Age at={at} now={props.now} isDue={at === row.dueAt} />}
      selected={props.selected}
      checked={props.checked}
      href={props.href}
      onOpen={(event) => actions.opened(row, event)}
      actions={props.active ? <Actions row={row} actions={actions} className={styles.action} /> : undefined}
    />
  );
});

/**
 * What stands before a row: the picture of its type, which selects it, or the circle that completes it. That one stays
 * what it is when the pointer comes near; selecting then has a box of its own before it.
 */
function Lead({
  row,
  actions,
  checked,
  picking,
  active,
}: Pick<ItemRowProps, "row" | "actions" | "checked" | "picking" | "active">) {
  const styles = useStyles();
  const box = (className: string, picture: ReactNode) => (
    <button
      type="button"
      tabIndex={-1}
      className={className}
      aria-label={checked ? `Unselect ${row.title}` : `Select ${row.title}`}
      onClick={() => actions.check(row)}
    >
      {picture}
    </button>
  );
  if (checked) return box(styles.pick, <CheckboxChecked20Filled aria-hidden="true" />);
  if (picking) return box(styles.pick, <CheckboxUnchecked20Regular aria-hidden="true" />);
  if (row.done !== undefined) {
    return (
      <>
        {active && box(styles.aside, <CheckboxUnchecked16Regular aria-hidden="true" />)}
        <DoneCircle title={row.title} done={row.done} onToggle={() => actions.toggleDone(row)} />
      </>
    );
  }
  return box(
    styles.pick,
    active ? <CheckboxUnchecked20Regular aria-hidden="true" /> : <TypeIcon type={row.type} done={row.done} />,
  );
}

function tagsOf(row: ItemSummary): ReactNode {
  const guess =
    row.guess && row.guess.confidence >= SURE ? (
      <Tag key="guess">{`${row.guess.type} ${Math.round(row.guess.confidence * 100)}%`}</Tag>
    ) : null;
  const files = row.attachmentCount;
  if (!guess && row.tags.length === 0 && !row.pinned && files === 0) return undefined;
  const rest = row.tags.length - SHOWN_TAGS;
  return (
    <>
      {row.pinned && <Pin16Filled aria-label="Pinned" />}
      {files > 0 && <Attach16Regular aria-label={counted(files, "attachment")} />}
      {guess}
      {row.tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Tag key={tag}>
          <TagWord tag={tag} />
        </Tag>
      ))}
      {rest > 0 && <Tag>+{rest}</Tag>}
    </>
  );
}

function Actions({ row, actions, className }: { row: ItemSummary; actions: RowActions; className: string }) {
  const away = row.status === "archived" || row.status === "trash" || row.status === "done";
  const button = (label: string, icon: ReactNode, run: (row: ItemSummary) => void) => (
    <button
      type="button"
      tabIndex={-1}
      className={className}
      title={label}
      aria-label={`${label} ${row.title}`}
      onClick={() => run(row)}
    >
      {icon}
    </button>
  );
  return (
    <>
      {away
        ? button("Move to the inbox", <MailInbox20Regular />, actions.restore)
        : button("Archive", <Archive20Regular />, actions.archive)}
      {button("Snooze", <Clock20Regular />, actions.snooze)}
      {button("Tag", <Tag20Regular />, actions.tag)}
    </>
  );
}
