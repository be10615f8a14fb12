import { type Caller, type Clock, problem } from "@tessera/service-kit";
import { z } from "zod";

/** Knows whether a person may work with items. */
export abstract class SubscriptionGate {
  /** @throws ProblemException 503 `subscription_unknown` when it cannot be found out */
  abstract allows(caller: Caller): Promise<boolean>;
}

/** Milliseconds that "active" is believed without asking again. A refusal is never kept: who has just paid is let in at once. */
const FRESH = 5_000;
/** Milliseconds that it is believed while the billing service does not answer. */
const GRACE = 5 * 60_000;
/** Milliseconds that the billing service has to answer. */
const PATIENCE = 5_000;
/** People remembered at the most; beyond it the oldest are forgotten first. */
const MOST_KEPT = 10_000;

const Answer = z.object({ billingStatus: z.string() });

/** Asks the billing service with the person's own token; accounts of the internal mail domain pass without. */
export class HttpSubscriptionGate extends SubscriptionGate {
  private readonly active = new Map<string, number>();

  constructor(
    private readonly origin: string,
    private readonly internalDomain: string | undefined,
    private readonly clock: Clock,
  ) {
    super();
  }

  async allows(caller: Caller): Promise<boolean> {
    if (this.internalDomain && caller.email.toLowerCase().endsWith(`@${this.internalDomain}`)) return true;
    const now = this.clock.now().getTime();
    const since = this.active.get(caller.userId);
    if (since !== undefined && now - since < FRESH) return true;
    const active = await this.ask(caller).catch(() => undefined);
    if (active === undefined) {
      if (since !== undefined && now - since < GRACE) return true;
      throw problem(
        503,
        "subscription_unknown",
        "Your subscription cannot be checked at the moment. Nothing was changed; try again in a few seconds.",
        {
          headers: { "retry-after": "3" },
        },
      );
    }
    this.active.delete(caller.userId);
    if (active) this.remember(caller.userId, now);
    return active;
  }

  private async ask(caller: Caller): Promise<boolean> {
    const response = await fetch(`${this.origin}/api/stripe/check-subscription`, {
      headers: { authorization: `Bearer ${caller.accessToken}`, accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!response.ok) throw new Error(`The billing service answered ${response.status}`);
    return Answer.parse(await response.json()).billingStatus === "active";
  }

  private remember(userId: string, at: number): void {
    if (this.active.size >= MOST_KEPT) this.active.delete(this.active.keys().next().value!);
    this.active.set(userId, at);
  }
}
