// What the operator's commands call.
export { RootKey } from "./core/index.ts";
export { SigningKeys } from "./sessions/index.ts";
