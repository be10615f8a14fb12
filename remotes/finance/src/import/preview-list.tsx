import { Receipt20Regular } from "@fluentui/react-icons/svg/receipt";
import type { Account } from "@tessera/contracts-finance/accounts.ts";
import type { PreviewEntry } from "@tessera/contracts-finance/imports.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { useInfiniteQuery } from "@tessera/query";
import {
  ErrorState,
  ListRow,
  PaneScroll,
  RowSkeleton,
  type Status,
  StatusText,
  useListState,
  useUiSettings,
  VirtualList,
} from "@tessera/ui";
import { finance, keys } from "../api.ts";
import { money } from "../money.ts";
import { dayText } from "../transactions/transaction-row.tsx";

const PAGE_SIZE = 200;

const STATUS: Record<PreviewEntry["what"], [Status, string]> = {
  new: ["ok", "New"],
  duplicate: ["idle", "Known"],
  changed: ["warn", "Changed"],
  left: ["idle", "Left out"],
};

const useStyles = makeStyles({
  line: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    gap: "4px 16px",
    padding: "8px 16px",
    fontSize: "12px",
    lineHeight: "16px",
    color: tokens.colorNeutralForeground2,
  },
});

/** The entries of a statement as they would come into an account. */
export function PreviewList(props: { importId: string; statement: number; account: Account }) {
  const styles = useStyles();
  const { locale } = useUiSettings();
  const { importId, statement, account } = props;
  const query = useInfiniteQuery({
    queryKey: [...keys.preview, importId, statement, account.id],
    queryFn: ({ pageParam, signal }) =>
      finance.preview(importId, { statement, account: account.id, from: pageParam, limit: PAGE_SIZE }, signal),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.items.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE),
  });
  const pages = query.data?.pages;
  const rows = (pages ?? []).flatMap(({ items }) => items.map((item) => ({ ...item, id: String(item.index) })));
  const { focusId, focusRequest, focusOn, neighbour } = useListState(rows);
  if (!pages?.[0])
    return query.isError ? (
      <ErrorState title="This cannot be imported there" error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <PaneScroll>
        <RowSkeleton />
      </PaneScroll>
    );
  const { counts, opening, balance } = pages[0];
  const total = counts.new + counts.duplicate + counts.changed + counts.left;
  return (
    <>
      <div className={styles.line} role="status">
        <span>
          {counts.new.toLocaleString(locale)} new, {counts.duplicate.toLocaleString(locale)} known,{" "}
          {counts.changed.toLocaleString(locale)} changed, {counts.left.toLocaleString(locale)} left out
        </span>
        {opening !== null && (
          <span>
            {account.name} begins with {money(opening, account.currency, locale)}
          </span>
        )}
        <span>Balance afterwards: {money(balance, account.currency, locale)}</span>
      </div>
      <VirtualList
        label="Entries of the file"
        rows={rows}
        total={total}
        focusId={focusId}
        focusRequest={focusRequest}
        hasMore={query.hasNextPage}
        moreError={query.isFetchNextPageError ? query.error : null}
        loadTo={() => void query.fetchNextPage({ cancelRefetch: false })}
        onFocusRow={(id) => focusOn(id, false)}
        onMove={(step) => focusOn(neighbour(step)?.id ?? null, true)}
        onOpen={() => undefined}
        renderRow={({ date, payee, memo, amount, what, why }) => (
          <ListRow
            icon={<Receipt20Regular />}
            title={payee ?? memo ?? "Without a payee"}
            line={[dayText(date, locale), payee ? memo : null, why].filter(Boolean).join(" · ")}
            age={money(amount, account.currency, locale)}
            tags={<StatusText status={STATUS[what][0]}>{STATUS[what][1]}</StatusText>}
          />
        )}
      />
    </>
  );
}
