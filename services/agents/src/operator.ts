// What the operator's commands call.
export { AgentsSecret } from "./secret/replace-secret.ts";
