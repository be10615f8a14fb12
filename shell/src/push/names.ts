/** Name under which the id of this browser is kept for the person who switched notifications on in it. */
export const PUSH_DEVICE = "push-device";

/** A page says the secret of the browser's device once the server knows its subscription; null: it has ended. */
export const PUSH_KEPT = "PUSH_KEPT";

/** What the worker says once the browser has given it another subscription. */
export const PUSH_RENEWED = "PUSH_RENEWED";
