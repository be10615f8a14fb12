import type { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import type { User } from "@tessera/shell-api";

/** Where a person without an active subscription is sent. */
export const BILLING = "/billing";

/** TTL in ms of an "active" answer: until then a navigation passes at once while the check runs in the background. */
const TRUSTED = 60_000;

interface Options {
  user(): User | null;
  internalDomain: string | null;
  /** The last answer and when it came. */
  last(): { answer: SubscriptionCheck; at: number } | null;
  check(): Promise<SubscriptionCheck>;
  /** Called when a background check answers anything but "active". */
  leave(): void;
  now?: () => number;
}

export interface BillingGuard {
  /** Null when the page may be shown, else the path to go to instead. */
  before(path: string, subscription: boolean): Promise<string | null>;
}

/** The subscription check before any route whose path contains /items; specification §4, §6, §7, §8. */
export function createBillingGuard({
  user,
  internalDomain,
  last,
  check,
  leave,
  now = Date.now,
}: Options): BillingGuard {
  return {
    async before(path, subscription) {
      if (!path.includes("/items") && !subscription) return null;
      const person = user();
      if (!person) {
        console.warn("No authenticated user found");
        return null;
      }
      if (isInternal(person.email, internalDomain)) return null;
      const known = last();
      if (known?.answer.billingStatus === "active") {
        if (now() - known.at > TRUSTED) {
          check().then(
            (answer) => answer.billingStatus !== "active" && leave(),
            (error) => console.error("Error checking authorization", error),
          );
        }
        return null;
      }
      try {
        const answer = await check();
        return answer.billingStatus === "active" ? null : BILLING;
      } catch (error) {
        console.error("Error checking authorization", error);
        return BILLING;
      }
    },
  };
}

/** `example.com` and `@example.com` both mean addresses at example.com, not at notexample.com. */
function isInternal(email: string, domain: string | null): boolean {
  if (!domain) return false;
  return email.toLowerCase().endsWith(`@${domain.replace(/^@/, "").toLowerCase()}`);
}
