// `npm start`: installs if needed, builds what changed, runs everything at one URL.
import { spawn } from "node:child_process";
import { ensureInstalled, environment, node24, root, run } from "./node24.mjs";

ensureInstalled();
const built = run(
  "node_modules/nx/dist/bin/nx.js",
  ["run-many", "-t", "build", "--outputStyle=static", "--skipRemoteCache"],
  {
    stdio: ["ignore", "pipe", "pipe"],
  },
);
if (built !== 0) {
  run("node_modules/nx/dist/bin/nx.js", ["run-many", "-t", "build", "--outputStyle=stream"]);
  process.exit(built);
}
/** In development people's mails come in on this machine alone: `swaks --server localhost:2525 --to <address>`. */
const ownMail =
  process.env.NODE_ENV === "production" || process.env.MAIL_IN_DOMAIN
    ? {}
    : { MAIL_IN_DOMAIN: "mail.localhost", MAIL_IN_PORT: "2525" };
const product = spawn(node24(), ["services/standalone/dist/main.js"], {
  cwd: root,
  stdio: "inherit",
  env: { ...environment(), ...ownMail },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => product.kill(signal));
product.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
