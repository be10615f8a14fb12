// `npm run identity:conformance`: identity and realtime alone, as the live tests of their clients expect them.
// IDENTITY_PROFILE chooses the profile: conformance (default), conformance-confirm, conformance-closed.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled, environment, node24, root, run } from "./node24.mjs";

ensureInstalled();
const nx = [
  "run-many",
  "-t",
  "build",
  "-p",
  "@tessera/service-standalone",
  "--outputStyle=static",
  "--skipRemoteCache",
];
const built = run("node_modules/nx/dist/bin/nx.js", nx, { stdio: ["ignore", "ignore", "inherit"] });
if (built !== 0) process.exit(built);
const port = process.env.PORT ?? "54321";
// A folder of its own: these accounts are nobody's.
const folder = process.env.DATA_DIR ?? mkdtempSync(join(tmpdir(), "tessera-conformance-"));
const service = spawn(node24(), ["services/standalone/dist/main.js"], {
  cwd: root,
  stdio: "inherit",
  env: {
    IDENTITY_PROFILE: "conformance",
    HOST: "127.0.0.1",
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...environment(),
    PORT: port,
    DATA_DIR: folder,
  },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => service.kill(signal));
service.on("exit", (code, signal) => {
  if (!process.env.DATA_DIR) rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? (signal ? 1 : 0));
});
