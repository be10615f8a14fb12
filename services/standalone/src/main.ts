import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Compiled code of the process before: half of what a start spends on its modules. It belongs to the installation, as
// no folder that others can write may hold code; where it cannot be written, the process starts without.
enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/tessera-code"));
await import("./run.ts");
