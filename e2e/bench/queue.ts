// The job queue against the bare queue underneath it (queue/compare.ts), and the lists of a person with very many
// entries and jobs (queue/lists.ts): each in a process that reads the services' sources.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { hooks } from "./queue/hooks.ts";

for (const part of ["compare.ts", "lists.ts"]) {
  const script = join(import.meta.dirname, "queue", part);
  const { status } = spawnSync(process.execPath, [...hooks, script, ...process.argv.slice(2)], { stdio: "inherit" });
  if (status !== 0) process.exitCode = status ?? 1;
}
