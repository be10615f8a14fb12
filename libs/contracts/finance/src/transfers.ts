import { z } from "zod";
import { MAX_TRANSFER_PARTS } from "./limits.ts";
import { Transaction } from "./transactions.ts";
import { Act, Amount } from "./values.ts";

/** What speaks for a pair: points of the most it could have, and why, in words. */
export const TransferReason = z.object({
  name: z.enum(["account", "amount", "dates", "text", "learned"]),
  points: z.int(),
  of: z.int(),
  words: z.string(),
});
export type TransferReason = z.infer<typeof TransferReason>;

/** Of several that add up to the one on the other side, those beside `from` or `to`; their sign says which side. */
const Also = z
  .array(Transaction)
  .max(MAX_TRANSFER_PARTS - 1)
  .optional();

/** Money that went out of one account of the person and may have come into another. */
export const TransferCandidate = z.object({
  from: Transaction,
  to: Transaction,
  also: Also,
  /** Minor units that the bank kept on the way. */
  fee: Amount,
  /** Of 100. */
  score: z.int(),
  reasons: z.array(TransferReason),
  /** Other pairs that one of its sides could be in, the best ones first. */
  others: z.array(z.object({ from: Transaction, to: Transaction, also: Also, score: z.int() })),
});
export type TransferCandidate = z.infer<typeof TransferCandidate>;
/** The best way to pair what is not linked yet, newest first; no transaction is in two of them. */
export const TransferCandidates = z
  .object({ items: z.array(TransferCandidate) })
  .meta({ id: "FinanceTransferCandidates" });
export type TransferCandidates = z.infer<typeof TransferCandidates>;

/** A linked pair: neither income nor expense. */
export const Transfer = z
  .object({
    id: z.uuid(),
    from: Transaction,
    to: Transaction,
    also: Also,
    fee: Amount,
    /** Linked without asking. */
    automatic: z.boolean(),
    at: z.iso.datetime(),
  })
  .meta({ id: "FinanceTransfer" });
export type Transfer = z.infer<typeof Transfer>;
/** The newest 200. */
export const TransferList = z.object({ items: z.array(Transfer) }).meta({ id: "FinanceTransferList" });
export type TransferList = z.infer<typeof TransferList>;

/** A pair that is no transfer, as the person said. The newest 200. */
export const TransferRefusal = z.object({
  ...{ id: z.uuid(), from: Transaction, to: Transaction, also: Also, at: z.iso.datetime() },
});
export type TransferRefusal = z.infer<typeof TransferRefusal>;
export const TransferRefusals = z.object({ items: z.array(TransferRefusal) }).meta({ id: "FinanceTransferRefusals" });
export type TransferRefusals = z.infer<typeof TransferRefusals>;

/**
 * Two transactions: the one that money went out of, and the one that it came into. `alsoIds` has more of one of these
 * sides, when several add up to the other.
 */
export const TransferPair = z
  .strictObject({
    fromId: z.uuid(),
    toId: z.uuid(),
    alsoIds: z
      .array(z.uuid())
      .max(MAX_TRANSFER_PARTS - 1)
      .optional(),
  })
  .meta({ id: "FinanceTransferPair" });
export type TransferPair = z.infer<typeof TransferPair>;
export const TransferLinked = Act.extend({ transfer: Transfer }).meta({ id: "FinanceTransferLinked" });
export type TransferLinked = z.infer<typeof TransferLinked>;
/** What matching again did; `unclear` pairs wait for the person. */
export const TransfersMatched = Act.extend({ linked: z.int(), unclear: z.int() }).meta({
  id: "FinanceTransfersMatched",
});
export type TransfersMatched = z.infer<typeof TransfersMatched>;
