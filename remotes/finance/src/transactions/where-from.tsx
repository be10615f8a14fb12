import type { HistoryEntry } from "@tessera/contracts-finance/acts.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import { Link } from "@tessera/router";
import { ErrorState, RelativeTime, TextButton } from "@tessera/ui";
import { useState } from "react";
import type { z } from "zod";
import { finance, keys } from "../api.ts";
import { useActs } from "../frame/undo.ts";

type Entry = z.infer<typeof HistoryEntry>;

const useStyles = makeStyles({
  head: {
    width: "fit-content",
    color: tokens.colorNeutralForeground2,
    cursor: "pointer",
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
    "@media (pointer: coarse)": { lineHeight: "44px" },
  },
  list: { margin: "8px 0 0", padding: 0, listStyleType: "none" },
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    gap: "0 12px",
    minHeight: "28px",
    padding: "2px 0",
    overflowWrap: "anywhere",
  },
  words: { flex: "1 1 200px", minWidth: 0 },
  quiet: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground3 },
  link: { color: "inherit" },
});

const FIELDS: Readonly<Record<string, string>> = {
  ...{ account: "account", date: "day", valueDate: "value date", amount: "amount", payee: "payee", note: "note" },
  ...{ payeeText: "the bank’s payee", reference: "reference", tags: "tags", state: "state", category: "category" },
};
/** "set payee and category"; of what an import keeps for itself nothing. */
function didWords({ did, fields, rules = [] }: Entry): string {
  if (did === "created") return "it was added";
  const byRules = new Set(rules.map(({ field }) => field));
  const own = fields.filter((field) => !byRules.has(field)).flatMap((field) => FIELDS[field] ?? []);
  return own.length ? `set ${new Intl.ListFormat("en").format(own)}` : "changed it";
}

/** Each act that brought or changed a transaction, and the rules that set some of it; the newest first. */
export function WhereFrom({ id, onLeave }: { id: string; onLeave: () => void }) {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const { undo } = useActs();
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.all, "history", id],
    queryFn: ({ signal }) => finance.history(id, signal),
    enabled: open,
  });
  const takeBack = ({ act }: Entry) => {
    onLeave();
    void undo({ act: act.id, words: act.words });
  };
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.head}>Where its values come from</summary>
      {error && <ErrorState error={error} title="This could not be loaded" onRetry={() => void refetch()} />}
      <ul className={styles.list} aria-label="Where its values come from">
        {data?.items.map((entry) => (
          <li key={entry.act.id} className={styles.row}>
            <span className={styles.words}>
              {entry.act.words}: {didWords(entry)}
              {entry.rules?.map(({ field, name }) => (
                <span key={field}>
                  {" · "}
                  {FIELDS[field] ?? field} by the rule{" "}
                  <Link className={styles.link} to="/finance/rules" onClick={onLeave}>
                    {name}
                  </Link>
                </span>
              ))}
            </span>
            <span className={styles.quiet}>
              <RelativeTime at={entry.act.at} />
            </span>
            {entry.act.undone ? (
              <span className={styles.quiet}>undone</span>
            ) : (
              // An import and an undo concern more than this transaction; their pages take them back.
              (entry.act.of ?? entry.act.kind) === "transaction" &&
              entry.did === "changed" && <TextButton onClick={() => takeBack(entry)}>Undo this change</TextButton>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
