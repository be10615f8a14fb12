import { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import { type Entitlement, limitInWords } from "@tessera/contracts-billing/define-entitlement.ts";
import { notInPlan, planLimitReached } from "@tessera/contracts-billing/problems.ts";
import { subscriptionUnknown } from "@tessera/contracts-core/problems.ts";
import type { Clock } from "../clock.ts";
import type { Caller } from "../http/caller.ts";
import { ProblemException, problem } from "../http/problem.ts";

/** What a person's subscription opens to them. */
export interface Subscription {
  /** Whether they may use what is paid for at all. */
  active: boolean;
  /** Most cards that they may hold, those in the trash included; null: any number. */
  cardLimit: number | null;
  /** Most bytes of files that they may hold; null: any number. */
  storageLimit: number | null;
  /** Their plan; null: none, or one that this installation does not sell. */
  planId: string | null;
  /** What the plan holds of what areas declare, by the name of the entitlement. */
  limits: Readonly<Record<string, number | null>>;
}

/**
 * Most of a declared thing that somebody may have: as billing says, else as its contract does. Null: any number; 0:
 * none.
 */
export function limitOf({ planId, limits }: Subscription, { name, plans }: Entitlement): number | null {
  if (Object.hasOwn(limits, name)) return limits[name] ?? null;
  // Opened without a plan: by the operator, for people of the internal mail domain.
  if (planId === null) return null;
  return Object.hasOwn(plans, planId) ? (plans[planId] ?? null) : 0;
}

/** Knows whether a person may use what is paid for, and how much of it. */
export abstract class SubscriptionGate {
  /**
   * Asks once a request, and not again within seconds. @param fresh asks although an answer is known: for a person who
   * may have changed their plan just now
   * @throws ProblemException 503 `subscription_unknown` when it cannot be found out
   */
  abstract subscription(caller: Caller, fresh?: boolean): Promise<Subscription>;

  /**
   * Runs `work` with the most of a thing that the caller's plan holds (null: any number). Throw what `reached` makes
   * where there is no place for another: `work` runs a second time where the plan was changed since billing was last
   * asked.
   * @throws ProblemException 402 `not_in_plan`, and `plan_limit_reached` of `work`
   */
  async within<T>(caller: Caller, entitlement: Entitlement, work: (limit: number | null) => Promise<T>): Promise<T> {
    const limit = limitOf(await this.subscription(caller), entitlement);
    try {
      if (limit === 0) throw problem(notInPlan, { title: entitlement.title });
      return await work(limit);
    } catch (error) {
      if (
        !(error instanceof ProblemException) ||
        !([notInPlan.code, planLimitReached.code] as string[]).includes(error.code)
      )
        throw error;
      const now = limitOf(await this.subscription(caller, true), entitlement);
      if (now === limit || now === 0) throw error;
      return work(now);
    }
  }
}

/** The refusal of one more than the plan holds. */
export const reached = (entitlement: Entitlement, limit: number) =>
  problem(planLimitReached, { title: entitlement.title, limit: limitInWords(entitlement, limit) });

/**
 * Milliseconds that "active" is believed without asking again. A refusal is never kept: who has just paid is let in at
 * once.
 */
const CACHE_TTL_MS = 5_000;
/** Milliseconds that it is believed while the billing service does not answer. */
const STALE_IF_ERROR_MS = 5 * 60_000;
const REQUEST_TIMEOUT_MS = 5_000;
/** People remembered; beyond it the oldest are forgotten first. */
const MAX_CACHED = 10_000;

const Answer = SubscriptionCheck.pick({
  billingStatus: true,
  cardLimit: true,
  storageLimit: true,
  planId: true,
  entitlements: true,
});

/** Whether an address is of the mail domain whose people need no plan. */
export const isInternal = (email: string, domain: string | undefined): boolean =>
  domain !== undefined && email.toLowerCase().endsWith(`@${domain}`);

/** What people of the internal mail domain have. */
export const OPENED: Subscription = { active: true, cardLimit: null, storageLimit: null, planId: null, limits: {} };

/**
 * Asks the billing service with the person's own token; accounts of the internal mail domain pass without. For API
 * tokens, with which nobody can ask it, what it keeps of the plan counts.
 */
export class HttpSubscriptionGate extends SubscriptionGate {
  private readonly active = new Map<string, { at: number; subscription: Subscription }>();
  /** By the caller of each request. */
  private readonly asked = new WeakMap<Caller, Promise<Subscription>>();

  /** @param origin of the billing service, as this process reaches it */
  constructor(
    private readonly origin: string,
    private readonly internalDomain: string | undefined,
    private readonly clock: Clock,
    /** What billing keeps of a person's plan, for API tokens, with which nobody can ask it. */
    private readonly kept: { standing(userId: string, openedBy: string | null): Promise<Subscription> },
  ) {
    super();
  }

  subscription(caller: Caller, fresh = false): Promise<Subscription> {
    const known = this.asked.get(caller);
    if (known && !fresh) return known;
    const asked = this.find(caller, fresh);
    this.asked.set(caller, asked);
    return asked;
  }

  private async find(caller: Caller, fresh: boolean): Promise<Subscription> {
    if (caller.apiToken) return this.kept.standing(caller.userId, caller.apiToken.planOpenedBy);
    if (isInternal(caller.email, this.internalDomain)) return OPENED;
    const now = this.clock.now().getTime();
    const known = this.active.get(caller.userId);
    if (known && !fresh && now - known.at < CACHE_TTL_MS) return known.subscription;
    const subscription = await this.ask(caller, fresh).catch(() => undefined);
    if (!subscription) {
      if (known && now - known.at < STALE_IF_ERROR_MS) return known.subscription;
      throw problem(subscriptionUnknown, { headers: { "retry-after": "3" } });
    }
    this.active.delete(caller.userId);
    if (subscription.active) this.remember(caller.userId, now, subscription);
    return subscription;
  }

  private async ask(caller: Caller, fresh: boolean): Promise<Subscription> {
    const response = await fetch(`${this.origin}/api/stripe/check-subscription`, {
      headers: {
        authorization: `Bearer ${caller.accessToken}`,
        accept: "application/json",
        ...(fresh ? { "cache-control": "no-cache" } : {}),
      },
      redirect: "error",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The billing service answered ${response.status}`);
    const {
      billingStatus,
      cardLimit,
      storageLimit = null,
      planId,
      entitlements = {},
    } = Answer.parse(await response.json());
    return { active: billingStatus === "active", cardLimit, storageLimit, planId, limits: entitlements };
  }

  private remember(userId: string, at: number, subscription: Subscription): void {
    if (this.active.size >= MAX_CACHED) this.active.delete(this.active.keys().next().value!);
    this.active.set(userId, { at, subscription });
  }
}
