/** Name under which the id of this browser is kept for the person who switched notifications on in it. */
export const PUSH_DEVICE = "push-device";

/** What a page tells the worker once the server knows the browser's subscription: the device's secret; null: it ended. */
export const PUSH_KEPT = "PUSH_KEPT";

/** What the worker says once the browser has given it another subscription. */
export const PUSH_RENEWED = "PUSH_RENEWED";
