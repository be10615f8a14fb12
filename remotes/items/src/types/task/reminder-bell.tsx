import { Alert16Regular } from "@fluentui/react-icons/svg/alert";
import { makeStyles } from "@tessera/fluent";
import { VisuallyHidden } from "@tessera/ui";

const useStyles = makeStyles({ bell: { marginLeft: "4px", verticalAlign: "-3px" } });

/** The bell of a row whose card has a reminder. */
export function ReminderBell({ words }: { words: string }) {
  const styles = useStyles();
  return (
    <span title={words}>
      <Alert16Regular className={styles.bell} aria-hidden="true" />
      <VisuallyHidden>, {words}</VisuallyHidden>
    </span>
  );
}
