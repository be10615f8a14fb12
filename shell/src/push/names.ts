/** Name under which the id of this browser is kept for the person who switched notifications on in it. */
export const PUSH_DEVICE = "push-device";

/** What the worker says once the browser has given it another subscription. */
export const PUSH_RENEWED = "PUSH_RENEWED";
