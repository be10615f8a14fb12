import { CONFIRM_WITHIN, hasEnded } from "../resources/subscription.ts";
import type { Document, Facts } from "./documents.ts";

const day = 86_400;
/** How long before a period ends invoice.upcoming is sent, in seconds (an account's setting at Stripe; 7 days here). */
const upcomingLead = 7 * day;
/** How long before a trial ends customer.subscription.trial_will_end is sent, in seconds. */
const trialLead = 3 * day;

/** The object this one belongs to, to list it by. */
export function parentOf(document: Document): string | null {
  switch (document.object) {
    case "invoice":
      return (document.parent?.subscription_details?.subscription as string | undefined) ?? null;
    case "invoice_payment":
      return document.invoice;
    case "price":
      return document.product;
    case "charge":
      return document.payment_intent;
    case "refund":
    case "dispute":
      return document.charge as string | null;
    default:
      return null;
  }
}

/**
 * When something happens to the object (seconds since 1970), or null. What then happens: engine/pass-time.ts.
 */
export function dueOf(document: Document, facts: Facts): number | null {
  switch (document.object) {
    case "checkout.session":
      return document.status === "open" ? document.expires_at : null;
    case "invoice":
      if (document.status === "draft") return document.automatically_finalizes_at;
      return document.status === "open" ? document.next_payment_attempt : null;
    case "subscription": {
      const item = document.items.data[0];
      if (!item || hasEnded(document)) return null;
      if (document.status === "incomplete") return document.created + CONFIRM_WITHIN;
      // At Stripe drafts keep being made, and nothing of them is collected.
      if (document.status === "unpaid" || document.status === "paused") return document.cancel_at;
      const end = item.current_period_end;
      const lead = document.status === "trialing" ? trialLead : upcomingLead;
      const upcoming = !document.cancel_at && facts.upcomingFor !== end ? end - lead : end;
      return document.cancel_at ? Math.min(document.cancel_at, upcoming) : upcoming;
    }
    default:
      return null;
  }
}
