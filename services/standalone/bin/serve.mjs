// `npm run serve -- <service> …`: builds what changed and runs these services as one process.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, environment, node24, root, run } from "./node24.mjs";

const services = readdirSync(join(root, "services")).filter((name) =>
  existsSync(join(root, "services", name, "src/index.ts")),
);
const HELP = `Usage: npm run serve -- <service> …

Runs these services as one process, on the database of all the others (DATABASE_URL). Any number of processes may run any of them:

  ${services.join("\n  ")}

A process with the gateway reaches the others by SERVICE_URLS (items=http://10.0.0.2:4000,*=http://10.0.0.3:4000).
A process without it needs PUBLIC_URL, the gateway's address, and TRUSTED_PROXIES, the address of the gateway's process.
All of them need the same files: FILES_S3_BUCKET and its like, or one DATA_DIR on a disk that they share.
npm start runs all services in one process.`;

const names = process.argv.slice(2);
if (!names.length || names.includes("--help")) {
  console.log(HELP);
  process.exit(names.length ? 0 : 2);
}
ensureInstalled();
// The process with the releases service publishes what is built here.
const projects = names.includes("releases") ? [] : ["-p", "@tessera/service-standalone"];
const nx = ["run-many", "-t", "build", ...projects, "--outputStyle=static", "--skipRemoteCache"];
const built = run("node_modules/nx/dist/bin/nx.js", nx, { stdio: ["ignore", "ignore", "inherit"] });
if (built !== 0) process.exit(built);
const service = spawn(node24(), ["services/standalone/dist/main.js", "serve", ...names], {
  cwd: root,
  stdio: "inherit",
  env: environment(),
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => service.kill(signal));
service.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
