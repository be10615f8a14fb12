import type { Transaction } from "@tessera/contracts-finance/transactions.ts";
import type { Transfer, TransferCandidate, TransferRefusal } from "@tessera/contracts-finance/transfers.ts";

/** A row of the page: a pair that waits, that is linked, or that was refused. */
export type Row =
  | { id: string; kind: "candidate"; pair: TransferCandidate }
  | { id: string; kind: "linked"; pair: Transfer }
  | { id: string; kind: "refused"; pair: TransferRefusal };

interface Pair {
  from: Transaction;
  to: Transaction;
  also?: Transaction[];
}

/** What went out and what came in; one of them may be several, which add up to the other. */
export function sidesOf({ from, to, also = [] }: Pair): { outs: Transaction[]; ins: Transaction[] } {
  const byDay = (side: Transaction[]) => side.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return {
    outs: byDay([from, ...also.filter(({ amount }) => amount < 0)]),
    ins: byDay([to, ...also.filter(({ amount }) => amount > 0)]),
  };
}

export const idsOf = ({ from, to, also = [] }: Pair) => ({
  ...{ fromId: from.id, toId: to.id, alsoIds: also.map(({ id }) => id) },
});

export const VIEWS = { candidate: "Need you", linked: "Linked", refused: "Refused" } as const;
export type ViewId = keyof typeof VIEWS;
export const isView = (text: string | null): text is ViewId => text !== null && Object.hasOwn(VIEWS, text);

export const candidateRow = (pair: TransferCandidate): Row => {
  const { fromId, toId, alsoIds } = idsOf(pair);
  return { id: [fromId, toId, ...alsoIds].join(" "), kind: "candidate", pair };
};
export const linkedRow = (pair: Transfer): Row => ({ id: pair.id, kind: "linked", pair });
export const refusedRow = (pair: TransferRefusal): Row => ({ id: pair.id, kind: "refused", pair });
