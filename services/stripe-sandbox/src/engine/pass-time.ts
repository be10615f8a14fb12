import { itemOf } from "../resources/subscription.ts";
import type { Document } from "../state/documents.ts";
import type { Ledger } from "../state/ledger.ts";
import { endSubscription } from "./cancellation.ts";
import { expire } from "./checkout.ts";
import { collect, finalize } from "./invoicing.ts";
import { announce, renew } from "./renewal.ts";
import { endTrial, expireIncomplete } from "./start-plan.ts";

/**
 * Lets happen, in order and each at its own moment, everything that is due at or before `until` (seconds since 1970).
 * @param testClock id of the clock whose customers are meant, or "" for those that live by the wall clock
 */
export async function passTime(ledger: Ledger, testClock: string, until: number): Promise<void> {
  for (;;) {
    const next = await ledger.nextDue(testClock, until);
    if (!next) break;
    ledger.now = next.due;
    await happen(ledger, next.document);
  }
  ledger.now = until;
}

async function happen(ledger: Ledger, document: Document): Promise<void> {
  switch (document.object) {
    case "checkout.session":
      return expire(ledger, document);
    case "invoice":
      if (document.status === "draft") await finalize(ledger, document);
      await collect(ledger, document);
      return;
    case "subscription": {
      const end = itemOf(document).current_period_end;
      if (document.cancel_at && document.cancel_at <= ledger.now)
        return endSubscription(ledger, document, "cancellation_requested");
      if (document.status === "incomplete") return expireIncomplete(ledger, document);
      if (end > ledger.now) return announce(ledger, document);
      return document.status === "trialing" ? endTrial(ledger, document) : renew(ledger, document);
    }
    default:
      throw new Error(`Nothing happens by itself to a ${document.object}`);
  }
}
