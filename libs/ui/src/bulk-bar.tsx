import { Dismiss20Regular } from "@fluentui/react-icons/svg/dismiss";
import { makeStyles, tokens } from "@tessera/fluent";
// By the name of the package: this file is bundled with a remote, the settings are the shell's.
import { IconButton } from "@tessera/ui";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px",
    minHeight: "48px",
    padding: "4px 8px 4px 16px",
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  end: { marginLeft: "auto" },
});

/** What is done to all selected rows at once. */
export function BulkBar(props: {
  /** The selected rows in words: "2 cards". */
  rows: string;
  /** Caption of the key that clears the selection. */
  shortcut: string | undefined;
  onClear: () => void;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <div className={styles.bar} role="toolbar" aria-label={`${props.rows} selected`}>
      {props.children}
      <span className={styles.end} />
      <IconButton
        icon={<Dismiss20Regular />}
        label="Clear the selection"
        shortcut={props.shortcut}
        onClick={props.onClear}
      />
    </div>
  );
}
