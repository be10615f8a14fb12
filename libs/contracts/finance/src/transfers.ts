import { z } from "zod";
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

/** Money that went out of one account of the person and may have come into another. */
export const TransferCandidate = z.object({
  from: Transaction,
  to: Transaction,
  /** Minor units that the bank kept on the way. */
  fee: Amount,
  /** Of 100. */
  score: z.int(),
  reasons: z.array(TransferReason),
  /** Other pairs that one of its sides could be in, the best ones first. */
  others: z.array(z.object({ from: Transaction, to: Transaction, score: z.int() })),
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
export const TransferRefusal = z.object({ id: z.uuid(), from: Transaction, to: Transaction, at: z.iso.datetime() });
export type TransferRefusal = z.infer<typeof TransferRefusal>;
export const TransferRefusals = z.object({ items: z.array(TransferRefusal) }).meta({ id: "FinanceTransferRefusals" });
export type TransferRefusals = z.infer<typeof TransferRefusals>;

/** Two transactions: the one that money went out of, and the one that it came into. */
export const TransferPair = z.strictObject({ fromId: z.uuid(), toId: z.uuid() }).meta({ id: "FinanceTransferPair" });
export type TransferPair = z.infer<typeof TransferPair>;
export const TransferLinked = Act.extend({ transfer: Transfer }).meta({ id: "FinanceTransferLinked" });
export type TransferLinked = z.infer<typeof TransferLinked>;
/** What matching again did; `unclear` pairs wait for the person. */
export const TransfersMatched = Act.extend({ linked: z.int(), unclear: z.int() }).meta({
  id: "FinanceTransfersMatched",
});
export type TransfersMatched = z.infer<typeof TransfersMatched>;
