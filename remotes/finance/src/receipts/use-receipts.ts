import { RECEIPT_TYPE } from "@tessera/contracts-finance/receipt-card.ts";
import type { Receipt, ReceiptState } from "@tessera/contracts-finance/receipts.ts";
import type { ItemSummary } from "@tessera/contracts-items/items.ts";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tessera/query";
import { useLive } from "@tessera/shell-api";
import { finance, keys } from "../api.ts";
import { POLL_MS } from "../frame/use-books.ts";
import { items } from "./cards.ts";

/** Receipts a page, as the manifest's preload asks for. */
const PAGE_SIZE = 100;
/** Cards whose pictures are known, and that may still be read: the newest. */
const MAX_CARDS = 500;

export const VIEWS = { all: "All", review: "Need you", unmatched: "Unmatched", matched: "Matched" } as const;
export type ViewId = keyof typeof VIEWS;
export const isView = (text: string | null): text is ViewId => text !== null && Object.hasOwn(VIEWS, text);

/** A row of the page: a receipt, or the card of one that is being read, or could not be. */
export interface Row {
  id: string;
  receipt: Receipt | null;
  card: ItemSummary | null;
}

/** Cards of receipts, by id, as they change on any device. */
function useCards() {
  const client = useQueryClient();
  const live = useLive("items.item", () => void client.invalidateQueries({ queryKey: keys.receiptCards }));
  return useQuery({
    queryKey: keys.receiptCards,
    queryFn: async ({ signal }) => (await items.list({ type: RECEIPT_TYPE, limit: MAX_CARDS }, signal)).items,
    refetchInterval: live === "live" ? false : POLL_MS,
  }).data;
}

/** Receipts of a view, newest first; above them the cards that are read no further yet. */
export function useReceipts(view: ViewId, q: string) {
  const client = useQueryClient();
  const live = useLive("finance.receipt", () => void client.invalidateQueries({ queryKey: keys.all }));
  const state: ReceiptState | undefined = view === "all" ? undefined : view;
  const filter = { ...(state ? { state } : {}), ...(q ? { q } : {}) };
  const query = useInfiniteQuery({
    queryKey: keys.receipts(filter),
    queryFn: ({ pageParam, signal }) =>
      finance.receipts({ ...filter, ...(pageParam ? { cursor: pageParam } : {}), limit: PAGE_SIZE }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: live === "live" ? false : POLL_MS,
  });
  const cards = useCards();
  const read = query.data?.pages.flatMap((page) => page.items);
  const byId = new Map(cards?.map((card) => [card.id, card]));
  const known = new Set(read?.map(({ id }) => id));
  const waiting =
    view === "all" && !q
      ? (cards ?? []).filter(({ id, enriching, failure }) => !known.has(id) && (enriching || failure))
      : [];
  const rows = read && [
    ...waiting.map((card): Row => ({ id: card.id, receipt: null, card })),
    ...read.map((receipt): Row => ({ id: receipt.id, receipt, card: byId.get(receipt.id) ?? null })),
  ];
  return { live, query, rows };
}

/** One receipt; null while it is being read, or when nothing could be read. */
export function useReceipt(id: string) {
  const client = useQueryClient();
  useLive("finance.receipt", () => void client.invalidateQueries({ queryKey: keys.receipt(id) }));
  return useQuery({
    queryKey: keys.receipt(id),
    queryFn: async ({ signal }) => {
      try {
        return await finance.receipt(id, signal);
      } catch (error) {
        if ((error as { code?: string }).code === "receipt_not_found") return null;
        throw error;
      }
    },
  });
}

/** The card that holds a receipt's file. */
export function useCard(id: string) {
  const client = useQueryClient();
  useLive("items.item", (changes) => {
    if (!changes || changes.some(({ record }) => record.id === id))
      void client.invalidateQueries({ queryKey: keys.receiptCard(id) });
  });
  return useQuery({ queryKey: keys.receiptCard(id), queryFn: ({ signal }) => items.get(id, signal) });
}

/** Transactions that a receipt may belong to. */
export const useCandidates = (receipt: Receipt) =>
  useQuery({
    queryKey: keys.receiptCandidates(receipt.id),
    queryFn: ({ signal }) => finance.receiptCandidates(receipt.id, signal),
    enabled: receipt.transaction === null,
  });
