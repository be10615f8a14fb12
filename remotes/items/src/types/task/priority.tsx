import { Flag16Filled } from "@fluentui/react-icons/svg/flag";
import { makeStyles, mergeClasses } from "@tessera/fluent";
import { PRIORITY_COLOURS, PRIORITY_WORDS, type Priority } from "./priorities.ts";

const useStyles = makeStyles({
  flag: { flexShrink: 0, verticalAlign: "-3px", marginLeft: "-2px" },
  word: { marginLeft: "4px", fontWeight: 600 },
  high: { color: PRIORITY_COLOURS.high },
  medium: { color: PRIORITY_COLOURS.medium },
  low: { color: PRIORITY_COLOURS.low },
});

/** The flag of a priority, beside its word. */
export function PriorityFlag({ priority }: { priority: Priority }) {
  const styles = useStyles();
  return <Flag16Filled aria-hidden="true" className={mergeClasses(styles.flag, styles[priority])} />;
}

/** The priority of a row in its colour, with its flag and its word. */
export function PriorityWord({ priority }: { priority: Priority }) {
  const styles = useStyles();
  return (
    <>
      <PriorityFlag priority={priority} />
      <span className={mergeClasses(styles.word, styles[priority])}>{PRIORITY_WORDS[priority]}</span>
    </>
  );
}
