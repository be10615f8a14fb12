import { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import { subscriptionUnknown } from "@tessera/contracts-core/problems.ts";
import type { Clock } from "../clock.ts";
import type { Caller } from "../http/caller.ts";
import { problem } from "../http/problem.ts";

/** What a person's subscription entitles them to. */
export interface Entitlement {
  /** Whether they may use what is paid for at all. */
  active: boolean;
  /** Most cards that they may hold, those in the trash included; null: any number. */
  cardLimit: number | null;
  /** Most bytes of files that they may hold; null: any number. */
  storageLimit: number | null;
}

/** Knows whether a person may use what is paid for, and how much of it. */
export abstract class SubscriptionGate {
  /**
   * Asks once a request, and not again within seconds. @param fresh asks although an answer is known: for a person who may
   * have changed their plan just now
   * @throws ProblemException 503 `subscription_unknown` when it cannot be found out
   */
  abstract entitlement(caller: Caller, fresh?: boolean): Promise<Entitlement>;
}

/** Milliseconds that "active" is believed without asking again. A refusal is never kept: who has just paid is let in at once. */
const CACHE_TTL_MS = 5_000;
/** Milliseconds that it is believed while the billing service does not answer. */
const STALE_IF_ERROR_MS = 5 * 60_000;
const REQUEST_TIMEOUT_MS = 5_000;
/** People remembered; beyond it the oldest are forgotten first. */
const MAX_CACHED = 10_000;

const Answer = SubscriptionCheck.pick({ billingStatus: true, cardLimit: true, storageLimit: true });

/** Asks the billing service with the person's own token; accounts of the internal mail domain pass without. */
export class HttpSubscriptionGate extends SubscriptionGate {
  private readonly active = new Map<string, { at: number; entitlement: Entitlement }>();
  /** By the caller of each request. */
  private readonly asked = new WeakMap<Caller, Promise<Entitlement>>();

  /** @param origin of the billing service, as this process reaches it */
  constructor(
    private readonly origin: string,
    private readonly internalDomain: string | undefined,
    private readonly clock: Clock,
  ) {
    super();
  }

  entitlement(caller: Caller, fresh = false): Promise<Entitlement> {
    const known = this.asked.get(caller);
    if (known && !fresh) return known;
    const asked = this.find(caller, fresh);
    this.asked.set(caller, asked);
    return asked;
  }

  private async find(caller: Caller, fresh: boolean): Promise<Entitlement> {
    if (this.internalDomain && caller.email.toLowerCase().endsWith(`@${this.internalDomain}`))
      return { active: true, cardLimit: null, storageLimit: null };
    const now = this.clock.now().getTime();
    const known = this.active.get(caller.userId);
    if (known && !fresh && now - known.at < CACHE_TTL_MS) return known.entitlement;
    const entitlement = await this.ask(caller).catch(() => undefined);
    if (!entitlement) {
      if (known && now - known.at < STALE_IF_ERROR_MS) return known.entitlement;
      throw problem(subscriptionUnknown, { headers: { "retry-after": "3" } });
    }
    this.active.delete(caller.userId);
    if (entitlement.active) this.remember(caller.userId, now, entitlement);
    return entitlement;
  }

  private async ask(caller: Caller): Promise<Entitlement> {
    const response = await fetch(`${this.origin}/api/stripe/check-subscription`, {
      headers: { authorization: `Bearer ${caller.accessToken}`, accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The billing service answered ${response.status}`);
    const { billingStatus, cardLimit, storageLimit = null } = Answer.parse(await response.json());
    return { active: billingStatus === "active", cardLimit, storageLimit };
  }

  private remember(userId: string, at: number, entitlement: Entitlement): void {
    if (this.active.size >= MAX_CACHED) this.active.delete(this.active.keys().next().value!);
    this.active.set(userId, { at, entitlement });
  }
}
