// npm run identity:service-key: prints a key for the calls of administration (role service_role).
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createServiceKey } from "../src/administration/service-key.ts";
import { Secret } from "../src/core/secret/secret.ts";

const HELP = `Usage: npm run identity:service-key -- [--days N]

Prints a key that may do everything to every account (auth/v1/admin/…, as bearer token and apikey). Keep it on servers only.
  --days N  how long it works (default 365, at most 3650)
Reads IDENTITY_SECRET, else DATA_DIR/identity.secret (DATA_DIR defaults to .data). A new IDENTITY_SECRET ends all keys.`;

const { values } = parseArgs({
  options: { days: { type: "string", default: "365" }, help: { type: "boolean", default: false } },
});
const days = Number(values.days);
if (values.help || !(days > 0 && days <= 3650)) {
  (values.help ? console.log : console.error)(HELP);
  process.exit(values.help ? 0 : 2);
}
const secret = Secret.load({ secret: process.env.IDENTITY_SECRET, dataDir: resolve(process.env.DATA_DIR ?? ".data") });
console.log(await createServiceKey(secret, new Date(), days));
