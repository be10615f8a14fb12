import { defineProblem, type ProblemCodeOf } from "@tessera/contracts-core/define-problem.ts";

export const pushDeviceNotFound = defineProblem(
  "push_device_not_found",
  404,
  "This device gets no notifications any more. Turn them on there again.",
);
export const tooManyPushDevices = defineProblem(
  "too_many_push_devices",
  409,
  "{limit} of your devices get notifications, which is as many as there may be. Remove one that you do not use.",
);
/** An address that is not of the public internet, or no key. */
export const pushSubscriptionRefused = defineProblem("push_subscription_refused", 400, "{reason}");
/** The push service has forgotten the browser, and so have we. */
export const pushSubscriptionEnded = defineProblem(
  "push_subscription_ended",
  410,
  "The browser of this device takes no notifications any more. Turn them on there again.",
);
export const pushServiceFailed = defineProblem(
  "push_service_failed",
  502,
  "The push service of this browser did not take the notification: {reason} Try again in a minute.",
);

export type SettingsProblemCode = ProblemCodeOf<typeof import("./problems.ts")>;
