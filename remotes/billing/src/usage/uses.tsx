import type { MeterUsage, UseQuery } from "@tessera/contracts-billing/usage.ts";
import { itemsClient } from "@tessera/contracts-items/client.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import { Link } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { ErrorState, RowSkeleton } from "@tessera/ui";
import { useFormats } from "../formats.ts";
import { useUses } from "./use-usage.ts";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  row: {
    display: "flex",
    alignItems: "baseline",
    gap: "12px",
    padding: "6px 0",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  what: { flexGrow: 1, minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  aside: { flexShrink: 0, color: tokens.colorNeutralForeground2, fontVariantNumeric: "tabular-nums" },
  link: { color: "inherit" },
  note: { color: tokens.colorNeutralForeground2, margin: "8px 0 0" },
});

const items = itemsClient((path, init) => shell().http(path, init));
/** Cards whose titles are asked for; of the others the use is shown. */
const MAX_TITLES = 20;

/** Those that are still there; a card may be gone since. */
const useCards = (ids: string[]) =>
  useQuery({
    queryKey: ["billing", "cards", ids],
    queryFn: async ({ signal }) => {
      const found = await Promise.allSettled(ids.map((id) => items.get(id, signal)));
      return new Map(found.flatMap((one) => (one.status === "fulfilled" ? [[one.value.id, one.value] as const] : [])));
    },
    enabled: ids.length > 0,
  });

/** The single uses behind a figure, each with the card that it belongs to. */
export function Uses(props: { query: UseQuery; usage: MeterUsage; text: (amount: number) => string }) {
  const styles = useStyles();
  const { date } = useFormats();
  const uses = useUses(props.query);
  const ids = [...new Set(uses.data?.uses.flatMap(({ cardId }) => cardId ?? []))].slice(0, MAX_TITLES);
  const cardOf = useCards(ids).data;
  if (uses.isError && !uses.data)
    return (
      <ErrorState title="The details could not be loaded" error={uses.error} onRetry={() => void uses.refetch()} />
    );
  if (!uses.data) return <RowSkeleton rows={3} />;
  const { uses: list, total } = uses.data;
  return (
    <>
      <ul className={styles.list} aria-label={`Uses of ${props.usage.title}`}>
        {list.map((use, index) => {
          const card = use.cardId === null ? undefined : cardOf?.get(use.cardId);
          const words = [use.agent, use.model, use.subject].filter((word) => word !== null).join(", ");
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: uses have no identity here, and their order is theirs
            <li key={index} className={styles.row}>
              <span className={styles.what}>
                {card ? (
                  <Link className={styles.link} to={`/items/${card.type}/${card.id}`}>
                    {card.title || "Untitled"}
                  </Link>
                ) : (
                  words || props.usage.title
                )}
              </span>
              {card && words && <span className={styles.aside}>{words}</span>}
              <span className={styles.aside}>{props.text(use.quantity)}</span>
              <time className={styles.aside} dateTime={use.at}>
                {date(use.at)}
              </time>
            </li>
          );
        })}
      </ul>
      {total > list.length && (
        <p className={styles.note}>
          The newest {list.length} of {total.toLocaleString()}. The CSV file has the sums of all.
        </p>
      )}
      {total === 0 && <p className={styles.note}>Details are kept for 400 days, totals for longer.</p>}
    </>
  );
}
