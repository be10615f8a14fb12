import type { Transaction, TransactionFilter, TransactionPage } from "@tessera/contracts-finance/transactions.ts";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { finance, keys } from "../api.ts";
import { POLL_MS } from "../frame/use-books.ts";

/** Transactions a page, as the manifest's preload asks for. */
const PAGE_SIZE = 100;

interface Pages {
  pages: TransactionPage[];
  pageParams: unknown[];
}

/** What a filter shows, newest first, with its sums, as they change on any device. */
export function useTransactions(filter: TransactionFilter) {
  const client = useQueryClient();
  const live = useLive("finance.transaction", () => void client.invalidateQueries({ queryKey: keys.all }));
  useLive("finance.receipt", () => void client.invalidateQueries({ queryKey: keys.all }));
  const poll = live === "live" ? false : POLL_MS;
  const query = useInfiniteQuery({
    queryKey: keys.transactions(filter),
    queryFn: ({ pageParam, signal }) =>
      finance.transactions({ ...filter, cursor: pageParam, limit: PAGE_SIZE }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: poll,
  });
  const sums = useQuery({
    queryKey: keys.sums(filter),
    queryFn: ({ signal }) => finance.sums(filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: poll,
  });
  /** Shows what was saved at once; what it changes elsewhere is read again. */
  const put = (saved: Transaction) =>
    client.setQueryData<Pages>(
      keys.transactions(filter),
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.id === saved.id ? saved : item)),
          })),
        },
    );
  return { live, query, sums, put, rows: query.data?.pages.flatMap((page) => page.items) };
}
