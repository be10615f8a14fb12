import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Compiled code of the process before: half of what a start spends on its modules. It belongs to the installation, as
// no folder that others can write may hold code; where it cannot be written, the process starts without.
enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/tessera-code"));
const environment = { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || "warn" };
const [, , command, ...args] = process.argv;
const isRotation = command === "rotate";
// The embedded database opens in its thread while this one loads all services.
const { openEarly } = await import("@tessera/service-kit/open-early.ts");
const opening = isRotation ? null : openEarly(environment);
const { rotateSecret, runServices } = await import("./run.ts");
if (isRotation) rotateSecret(args, environment);
else runServices(args, environment, opening);
