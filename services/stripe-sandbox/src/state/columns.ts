import type { Document, Facts } from "./documents.ts";

const day = 86_400;
/** How long before a period ends invoice.upcoming is sent, in seconds (an account's setting at Stripe; 7 days here). */
const upcomingLead = 7 * day;

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
 * When something happens to the object by itself (seconds since 1970), or null. What then happens: engine/pass-time.ts.
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
      if (!item || document.status === "canceled") return null;
      const end = item.current_period_end;
      const upcoming = !document.cancel_at && facts.upcomingFor !== end ? end - upcomingLead : end;
      return document.cancel_at ? Math.min(document.cancel_at, upcoming) : upcoming;
    }
    default:
      return null;
  }
}
