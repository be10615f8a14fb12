import { SubscriptionCheck } from "@tessera/contracts/billing.ts";
import { type Caller, type Clock, problem } from "@tessera/service-kit";

/** What a person's subscription lets them do. */
export interface Standing {
  /** Whether they may work with items at all. */
  active: boolean;
  /** Most cards that they may hold, those in the trash included; null: any number. */
  cardLimit: number | null;
}

/** Knows whether a person may work with items, and how many they may hold. */
export abstract class SubscriptionGate {
  /**
   * @param anew asks although an answer of the last seconds is known: who has just changed the plan is believed at once
   * @throws ProblemException 503 `subscription_unknown` when it cannot be found out
   */
  abstract standing(caller: Caller, anew?: boolean): Promise<Standing>;
}

/** Milliseconds that "active" is believed without asking again. A refusal is never kept: who has just paid is let in at once. */
const FRESH = 5_000;
/** Milliseconds that it is believed while the billing service does not answer. */
const GRACE = 5 * 60_000;
/** Milliseconds that the billing service has to answer. */
const PATIENCE = 5_000;
/** People remembered at the most; beyond it the oldest are forgotten first. */
const MOST_KEPT = 10_000;

const Answer = SubscriptionCheck.pick({ billingStatus: true, cardLimit: true });

/** Asks the billing service with the person's own token; accounts of the internal mail domain pass without. */
export class HttpSubscriptionGate extends SubscriptionGate {
  private readonly active = new Map<string, { at: number; standing: Standing }>();

  constructor(
    private readonly origin: string,
    private readonly internalDomain: string | undefined,
    private readonly clock: Clock,
  ) {
    super();
  }

  async standing(caller: Caller, anew = false): Promise<Standing> {
    if (this.internalDomain && caller.email.toLowerCase().endsWith(`@${this.internalDomain}`)) return { active: true, cardLimit: null };
    const now = this.clock.now().getTime();
    const known = this.active.get(caller.userId);
    if (known && !anew && now - known.at < FRESH) return known.standing;
    const standing = await this.ask(caller).catch(() => undefined);
    if (!standing) {
      if (known && now - known.at < GRACE) return known.standing;
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
    if (standing.active) this.remember(caller.userId, now, standing);
    return standing;
  }

  private async ask(caller: Caller): Promise<Standing> {
    const response = await fetch(`${this.origin}/api/stripe/check-subscription`, {
      headers: { authorization: `Bearer ${caller.accessToken}`, accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!response.ok) throw new Error(`The billing service answered ${response.status}`);
    const { billingStatus, cardLimit } = Answer.parse(await response.json());
    return { active: billingStatus === "active", cardLimit };
  }

  private remember(userId: string, at: number, standing: Standing): void {
    if (this.active.size >= MOST_KEPT) this.active.delete(this.active.keys().next().value!);
    this.active.set(userId, { at, standing });
  }
}
