import { defineProblem, type ProblemCodeOf } from "@tessera/contracts-core/define-problem.ts";

export const planNotFound = defineProblem(
  "plan_not_found",
  404,
  "There is no such plan. Choose one of those on the billing page.",
);
export const planNotYearly = defineProblem(
  "plan_not_yearly",
  409,
  "{plan} is paid by the month. Choose its price of a month on the billing page.",
);
export const planNotSetUp = defineProblem(
  "plan_not_set_up",
  503,
  "The plan {plan} cannot be bought at the moment. Nothing was charged.",
);
export const notSubscribed = defineProblem(
  "not_subscribed",
  409,
  "You have no plan at the moment. Choose one on the billing page.",
);
export const alreadySubscribed = defineProblem(
  "already_subscribed",
  409,
  "You have a plan already. Change it on the billing page instead of buying another one.",
);
export const noCustomer = defineProblem("no_customer", 409, "There is nothing to manage yet. Choose a plan first.");

export const billingAdministratorsOnly = defineProblem(
  "billing_administrators_only",
  403,
  "Only administrators may compare payments with the provider.",
);
export const trialNotOffered = defineProblem(
  "trial_not_offered",
  409,
  "There is no trial for your account. Choose a plan on the billing page.",
);
export const trialUsed = defineProblem(
  "trial_used",
  409,
  "You have used your trial. Your cards are kept, and open with any plan on the billing page.",
);
export const trialNeedsAddress = defineProblem(
  "trial_needs_address",
  409,
  "A trial needs a confirmed email address. Add one under Settings, then start the trial.",
);

/** `title` is that of the entitlement. */
export const notInPlan = defineProblem(
  "not_in_plan",
  402,
  "Your plan does not include {title}. Choose another plan under Billing; what you have stored is kept.",
);
/** `title` is that of the entitlement, `limit` in words. */
export const planLimitReached = defineProblem(
  "plan_limit_reached",
  402,
  "{title}: your plan holds {limit}, and that is reached. Delete some, or choose another plan under Billing.",
);

/** `title` is that of the meter, `limit` in words, `day` the first of the next month. */
export const usageLimitReached = defineProblem(
  "usage_limit_reached",
  402,
  "{title}: the {limit} of this month are used. Nothing is lost; new work continues on {day}, " +
    "or as soon as you raise the limit under Usage or choose another plan under Billing.",
);

export const meterNotFound = defineProblem(
  "meter_not_found",
  404,
  "Nothing of that name is metered here. Reload the page and try again.",
);
export const heldByPlan = defineProblem(
  "held_by_plan",
  409,
  "{title} stops at what your plan holds. You can set when the queue tells you of it.",
);

export const checkoutBusy = defineProblem(
  "checkout_busy",
  503,
  "Another checkout of yours is being opened. Nothing was charged; try again in a minute.",
);
export const checkoutNotFound = defineProblem(
  "checkout_not_found",
  404,
  "No payment of yours belongs to this page. Nothing was changed.",
);
export const checkoutNotOpened = defineProblem(
  "checkout_not_opened",
  502,
  "The payment page did not open. Nothing was charged; try again.",
);
export const attemptReused = defineProblem(
  "attempt_reused",
  422,
  "This attempt was made for another plan. Reload the page and choose again.",
);

export const paymentOpen = defineProblem(
  "payment_open",
  409,
  "Pay the open invoice first; then the plan can be changed.",
);
export const planPaused = defineProblem(
  "plan_paused",
  409,
  "Your plan is paused. Resume it on the billing page first; then it can be changed.",
);
/** `reason` is the provider's sentence. */
export const paymentFailed = defineProblem(
  "payment_failed",
  402,
  "{reason} Your plan was not changed. Change the card and try again.",
);
export const paymentsRefused = defineProblem(
  "payments_refused",
  502,
  "The payment provider did not accept this. Nothing was charged. If it happens again, write to us.",
);
export const paymentsUnavailable = defineProblem(
  "payments_unavailable",
  503,
  "Payments cannot be reached at the moment. Nothing was charged; try again in a minute.",
);
export const paymentsNotSetUp = defineProblem("payments_unavailable", 503, "The payment provider is not set up yet.");

// To the payment provider.
export const unsignedEvent = defineProblem(
  "invalid_signature",
  400,
  "This address takes signed events of the payment provider only.",
);
export const wrongSignature = defineProblem(
  "invalid_signature",
  400,
  "The signature of the event does not match its body, or it is too old.",
);
export const replayedSignature = defineProblem(
  "replayed_signature",
  400,
  "This signed request was accepted before, and counts once. An event that is sent again needs a new signature.",
);
export const invalidEvent = defineProblem(
  "invalid_event",
  400,
  "What was signed is not an event of the payment provider: it needs an id, a type and data.object.",
);

export type BillingProblemCode = ProblemCodeOf<typeof import("./problems.ts")>;
