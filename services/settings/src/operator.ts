// What the operator's commands call.
export { PushKeys } from "./push/push-keys.ts";
