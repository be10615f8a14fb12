import type { Transfer, TransferCandidate, TransferRefusal } from "@tessera/contracts-finance/transfers.ts";

/** A row of the page: a pair that waits, that is linked, or that was refused. */
export type Row =
  | { id: string; kind: "candidate"; pair: TransferCandidate }
  | { id: string; kind: "linked"; pair: Transfer }
  | { id: string; kind: "refused"; pair: TransferRefusal };

export const VIEWS = { candidate: "Need you", linked: "Linked", refused: "Refused" } as const;
export type ViewId = keyof typeof VIEWS;
export const isView = (text: string | null): text is ViewId => text !== null && Object.hasOwn(VIEWS, text);

export const candidateRow = (pair: TransferCandidate): Row => ({
  ...{ id: `${pair.from.id} ${pair.to.id}`, kind: "candidate", pair },
});
export const linkedRow = (pair: Transfer): Row => ({ id: pair.id, kind: "linked", pair });
export const refusedRow = (pair: TransferRefusal): Row => ({ id: pair.id, kind: "refused", pair });
