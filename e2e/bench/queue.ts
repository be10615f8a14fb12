// The job queue against the bare queue underneath it: queue/compare.ts, in a process that reads the services' sources.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { hooks } from "./queue/hooks.ts";

const script = join(import.meta.dirname, "queue/compare.ts");
const { status } = spawnSync(process.execPath, [...hooks, script, ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;
