import { resolve } from "node:path";

/** Options of a Node process that runs the services' TypeScript, their decorators included. */
export const hooks = [
  "--import",
  resolve(import.meta.dirname, "../../../libs/testing/src/typescript-hooks.mjs"),
  "--no-warnings",
];
