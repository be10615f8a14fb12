import { makeStyles, tokens } from "@tessera/fluent";
import { TextButton } from "@tessera/ui";
import type { QueueAddress } from "../queue-address.ts";
import { filterWords, isFiltered } from "./job-filter.ts";
import type { JobsList } from "./use-jobs-list.ts";

const phone = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  line: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 12px",
    padding: "0 16px 8px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground2,
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
  return (
    <div className={styles.line} role="toolbar" aria-label="Jobs of the filter">
      <span className={styles.words}>
        {matches === undefined ? "" : `${matches.toLocaleString()} `}
        {filterWords(address, model.kinds)}
      </span>
      {matches !== undefined &&
        matches > 0 &&
        actionsOf(address).map((action) => (
          <TextButton key={action} onClick={() => void model.changeMatching(action, matches)}>
            {WORDS[action]} {matches.toLocaleString()}
          </TextButton>
        ))}
      <TextButton onClick={onShowAll}>Show all</TextButton>
    </div>
  );
}
