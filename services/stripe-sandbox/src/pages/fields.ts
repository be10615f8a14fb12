import { z } from "zod";

/** Id in the address of a hosted page. */
export const SessionId = z.string().regex(/^[A-Za-z0-9_]{1,100}$/);

const typed = z.string().max(200).default("");
/** A card as it was typed; cards.ts says in words what is wrong with it. */
export const CardFields = z.object({ number: typed, expiry: typed, cvc: typed, name: typed });

/** With the billing address, where the page asks for one (address.ts). */
export const PaymentFields = CardFields.extend({
  line1: typed,
  postal_code: typed,
  city: typed,
  country: typed,
  business_name: typed,
  tax_number: typed,
});

/** A business as it was typed; empty: none any more. */
export const BusinessFields = z.object({ business_name: typed, tax_number: typed });

/** A promotion code as it was typed; empty takes the one before off. */
export const CodeFields = z.object({ code: typed, remove: z.literal("yes").optional() });

/** How much of a payment goes back, as it was typed: "5.00". */
export const RefundFields = z.object({ amount: typed });

/** What the bank decides of a dispute, seen from the seller. */
export const Decision = z.object({ decision: z.enum(["won", "lost"]) });

/** How far a test clock goes: a day, a month, or to what the subscription does next. */
export const AdvanceFields = z.object({ by: z.enum(["day", "month", "next"]) });

/** Whether the bank refuses the next payment. */
export const NextPaymentFields = z.object({ fails: z.enum(["yes", "no"]) });

/** What becomes of a plan whose payment failed for the last time. */
export const AfterRetriesFields = z.object({ plan: z.enum(["ends", "stays"]) });

/** A plan that the seller starts: its price, and how it begins. */
export const StartFields = z.object({ price: SessionId, begins: z.enum(["unconfirmed", "trial"]) });

/** What the bank's page answers. */
export const Answer = z.object({ answer: z.enum(["complete", "fail"]) });
