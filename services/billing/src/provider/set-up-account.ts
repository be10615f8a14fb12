/**
 * Brings a Stripe account to what this release needs: products, prices, meters, the customer portal and the webhook
 * endpoint. Running it again changes only what is different. Usage: STRIPE_SECRET_KEY=sk_… npm run set-up-account -w
 * @tessera/service-billing -- https://tessera.example [--dry-run]; with BILLING_YEARLY_PRICES as the service reads it
 */
import { parseArgs } from "node:util";
import Stripe from "stripe";
import { YearlyPrices } from "../json-settings.ts";
import { pricesSold } from "../plans.ts";
import { accountSteps } from "./account-steps.ts";
import { carryOut, lineOf } from "./steps.ts";

function stopWith(words: string): never {
  console.error(words);
  process.exit(1);
}

const { values, positionals } = parseArgs({
  ...{ allowPositionals: true, strict: false },
  options: { "dry-run": { type: "boolean" } },
});
const secretKey = process.env.STRIPE_SECRET_KEY;
const [origin = ""] = positionals;
const unknown = Object.keys(values).some((name) => name !== "dry-run");
if (!secretKey || !/^https?:\/\//.test(origin) || !URL.canParse(origin) || positionals.length > 1 || unknown)
  stopWith(
    "Usage: STRIPE_SECRET_KEY=sk_… npm run set-up-account -w @tessera/service-billing -- https://the-address-of-the-product [--dry-run]",
  );
const yearly = YearlyPrices.safeParse(process.env.BILLING_YEARLY_PRICES);
if (!yearly.success) stopWith(`BILLING_YEARLY_PRICES ${yearly.error.issues.map(({ message }) => message).join("; ")}`);
try {
  const steps = await accountSteps(new Stripe(secretKey), pricesSold(yearly.data), origin);
  if (values["dry-run"]) for (const step of steps) console.log(lineOf(step));
  else await carryOut(steps, console.log);
  if (values["dry-run"]) console.log("Nothing was done. Leave out --dry-run to do it.");
} catch (error) {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  stopWith(`Stripe: ${error.message}\nWhat was done before stays. Run this again to go on.`);
}
