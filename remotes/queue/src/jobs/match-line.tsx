import { makeStyles, tokens } from "@tessera/fluent";
import { TextButton } from "@tessera/ui";
import type { QueueAddress } from "../queue-address.ts";
import { filterWords, isFiltered } from "./job-filter.ts";
import type { JobsList } from "./use-jobs-list.ts";

const phone = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  lines: {
    flexShrink: 0,
    padding: "0 16px 8px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground2,
  },
  line: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 16px",
    "& > button": { minHeight: "24px", [phone]: { minHeight: "44px" } },
  },
  words: { flexGrow: 1, minWidth: "120px", overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums" },
});

/** What can be done with all jobs of a filter, by its state. */
export function actionsOf({ jobState }: Pick<QueueAddress, "jobState">) {
  if (jobState === "failed" || jobState === "cancelled") return ["retry", "remove"] as const;
  if (jobState === "waiting" || jobState === "running") return ["cancel"] as const;
  return jobState === "done" ? (["remove"] as const) : [];
}

const WORDS = { retry: "Retry all", cancel: "Cancel all", remove: "Delete all" } as const;

/** Which jobs are shown, how many they are, and what can be done with all of them, loaded or not. */
export function MatchLine({
  model,
  address,
  onShowAll,
}: {
  model: JobsList;
  address: QueueAddress;
  onShowAll: () => void;
}) {
  const styles = useStyles();
  if (!isFiltered(address)) return null;
  const { matches } = model;
  const actions = matches ? actionsOf(address) : [];
  return (
    <div className={styles.lines} role="toolbar" aria-label="Jobs of the filter">
      <div className={styles.line}>
        <span className={styles.words}>{filterWords(address, model.kinds, matches)}</span>
        <TextButton onClick={onShowAll}>Show all</TextButton>
      </div>
      {matches !== undefined && actions.length > 0 && (
        <div className={styles.line}>
          {actions.map((action) => (
            <TextButton key={action} onClick={() => void model.changeMatching(action, matches)}>
              {WORDS[action]} {matches.toLocaleString()}
            </TextButton>
          ))}
        </div>
      )}
    </div>
  );
}
