import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Checkbox } from "@tessera/fluent-data";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { shell, useCommands, useLive } from "@tessera/shell-api";
import { EmptyState, ErrorState, LiveNote, RowSkeleton } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { SearchField } from "@tessera/ui/search-field";
import { useCallback, useRef } from "react";
import { finance, keys } from "../api.ts";
import { FinancePage } from "../frame/finance-page.tsx";
import { useActs } from "../frame/undo.ts";
import { useAddress } from "../frame/use-address.ts";
import { POLL_MS } from "../frame/use-books.ts";
import { PayeesList } from "./payees-list.tsx";

/** Payees a page. */
const PAGE_SIZE = 200;

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px",
    padding: "8px 16px",
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  words: { fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
});

/** `/finance/payees`: whom the person pays and who pays them. */
export function PayeesPage() {
  const styles = useStyles();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { finished, undoLast } = useActs();
  const { params, set, clear } = useAddress();
  const search = useRef<HTMLInputElement>(null);
  const find = useCallback((words: string) => set({ q: words }), [set]);
  const q = params.get("q") ?? "";
  const unused = params.get("unused") === "yes";
  const invalidate = () => void client.invalidateQueries({ queryKey: keys.payees });
  const live = useLive("finance.payee", invalidate);
  useLive("finance.transaction", invalidate);
  const filter = { ...(q ? { q } : {}), ...(unused ? { unused: "yes" as const } : {}) };
  const query = useInfiniteQuery({
    queryKey: [...keys.payees, filter],
    queryFn: ({ pageParam, signal }) => finance.payees({ ...filter, limit: PAGE_SIZE, skip: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (page, _, skipped) => (page.items.length < PAGE_SIZE ? undefined : skipped + PAGE_SIZE),
    placeholderData: keepPreviousData,
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  useCommands(() => [{ id: "finance.undo", title: "Undo", group: "Payees", act: "undo", run: undoLast }], [undoLast]);
  const removeUnused = async () => {
    try {
      const { act, deleted } = await finance.deletePayees({}, crypto.randomUUID());
      await finished(act, `${deleted.toLocaleString()} unused ${deleted === 1 ? "payee" : "payees"} deleted`);
    } catch (error) {
      shell().notifications.show({ message: failureWords("Nothing was deleted.", error), intent: "error" });
    }
  };
  const rows = query.data?.pages.flatMap(({ items }) => items);
  const total = query.data?.pages.at(-1)?.total ?? rows?.length ?? 0;
  return (
    <FinancePage
      title="Payees"
      actions={
        unused &&
        total > 0 && (
          <Button appearance="primary" onClick={() => void removeUnused()}>
            Delete all unused
          </Button>
        )
      }
    >
      <search className={styles.bar} aria-label="Filter">
        <SearchField field={search} label="Search payees" words={q} onChange={find} />
        <Checkbox
          label="Unused only"
          checked={unused}
          onChange={(_, data) => set({ unused: data.checked === true ? "yes" : null })}
        />
        {rows && (
          <span className={styles.words} role="status">
            {total.toLocaleString()} {total === 1 ? "payee" : "payees"}
          </span>
        )}
      </search>
      <LiveNote state={live} every={POLL_MS} />
      {rows ? (
        rows.length ? (
          <PayeesList
            payees={rows}
            total={total}
            hasMore={query.hasNextPage}
            moreError={query.isFetchNextPageError ? query.error : null}
            loadMore={() => void query.fetchNextPage({ cancelRefetch: false })}
            onSearch={() => search.current?.focus()}
          />
        ) : q || unused ? (
          <EmptyState
            sentence={unused ? "Every payee has transactions." : "No payees match this search."}
            action={{ label: "Show all payees", onClick: clear }}
          />
        ) : (
          <EmptyState
            sentence="There are no payees yet. They come with your transactions."
            action={{ label: "Go to the transactions", onClick: () => navigate("/finance/transactions") }}
          />
        )
      ) : query.isError ? (
        <ErrorState title="The payees could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowSkeleton />
      )}
    </FinancePage>
  );
}
