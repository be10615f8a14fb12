// `npm run secrets -- rotate <what>`: replaces a secret of the installation. src/rotate.ts says what there is.
import { ensureInstalled, run } from "./node24.mjs";

const HELP = `Usage: npm run secrets -- rotate <what>

  identity-secret [--at-once]  what seals the signing keys, from IDENTITY_SECRET to IDENTITY_SECRET_NEXT, or in the data folder.
                             Nobody is signed out; service keys end. --at-once, after a leak and with the product stopped, also
                             ends recovery codes, secrets of connected apps and codes in mails
  signing-keys [--at-once]   what signs access tokens. The next key signs after an hour; --at-once, after a leak, forgets all others
  release-signer             what signs visitors' cookies and reports. After a leak call it twice, two minutes apart
  deploy-token <app>         what publishes an app. The one before it ends; the new one is printed once
  push-key                   what signs notifications. Each device gets them again once the product was opened there
  sandbox-key                what billing shows to the payment sandbox, from the next start on

On PostgreSQL (DATABASE_URL) the product may run meanwhile. The embedded database (DATA_DIR) has one process: stop the product first.`;

const [action, ...args] = process.argv.slice(2);
if (action !== "rotate" || !args.length) {
  console.error(HELP);
  process.exit(action === "--help" ? 0 : 2);
}
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
process.exit(built || run("services/standalone/dist/main.js", ["rotate", ...args]));
