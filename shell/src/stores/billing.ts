import type { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import { billingClient } from "@tessera/contracts-billing/client.ts";
import type { Transport } from "@tessera/contracts-core/client.ts";
import type { Billing } from "@tessera/shell-api";
import { createStore } from "./store.ts";

/** The subscription check; specification §7. */
export const CHECK_PATH = "/api/stripe/check-subscription";

/**
 * How long, in days, the last answer counts while the server cannot be reached
 * (libs/shell-api/decisions/002-offline.md).
 */
export const MAX_CHECK_AGE_DAYS = 7;

export interface ShellBilling extends Billing {
  /** The last answer and when it came (ms since 1970). */
  last(): { answer: SubscriptionCheck; at: number } | null;
  /** Forgets the answer, after another person signed in or nobody is signed in. */
  forget(): void;
}

/** @param answered called with each answer, before it is shown */
export function createBilling(http: Transport, answered: (answer: SubscriptionCheck) => void = () => {}): ShellBilling {
  const store = createStore<{ answer: SubscriptionCheck; at: number } | null>(null);
  const client = billingClient(http);
  let asking: Promise<SubscriptionCheck> | null = null;
  return {
    get: () => store.get()?.answer ?? null,
    last: store.get,
    subscribe: store.subscribe,
    refresh() {
      if (asking) return asking;
      const question = client.check().then(
        (answer) => {
          if (asking === question) {
            asking = null;
            answered(answer);
            store.set({ answer, at: Date.now() });
          }
          return answer;
        },
        (error) => {
          if (asking === question) asking = null;
          throw error;
        },
      );
      asking = question;
      return question;
    },
    forget() {
      asking = null;
      store.set(null);
    },
  };
}
