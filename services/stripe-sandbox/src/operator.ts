// What the operator's commands call.
export { replaceInstallationKey } from "./api/installation-key.ts";
