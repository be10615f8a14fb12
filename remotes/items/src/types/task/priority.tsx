import { Flag16Filled } from "@fluentui/react-icons/svg/flag";
import { makeStyles, mergeClasses } from "@tessera/fluent";
import { PRIORITY_COLOURS, PRIORITY_WORDS, type Priority } from "./priorities.ts";

const useStyles = makeStyles({
  flag: { flexShrink: 0, verticalAlign: "-3px" },
  word: { fontWeight: 600 },
  high: { color: PRIORITY_COLOURS.high },
  medium: { color: PRIORITY_COLOURS.medium },
  low: { color: PRIORITY_COLOURS.low },
});

/** The flag of a priority, beside its word. */
export function PriorityFlag({ priority }: { priority: Priority }) {
  const styles = useStyles();
  return <Flag16Filled aria-hidden="true" className={mergeClasses(styles.flag, styles[priority])} />;
}

/** What a task's type says in its row, the priority in its colour and with its flag. */
export function PriorityLine({ line, priority }: { line: string; priority: Priority | undefined }) {
  const styles = useStyles();
  const word = priority && PRIORITY_WORDS[priority];
  // A part of its own, the first of these words: those of the text come later.
  const parts = line.split(" · ");
  const at = word ? parts.indexOf(word) : -1;
  if (!priority || at < 0) return line;
  const before = parts.slice(0, at).map((part) => `${part} · `);
  const after = parts.slice(at + 1).map((part) => ` · ${part}`);
  return (
    <>
      {before.join("")}
      <PriorityFlag priority={priority} />
      <span className={mergeClasses(styles.word, styles[priority])}>{word}</span>
      {after.join("")}
    </>
  );
}
