import contract from "@tessera/contracts-billing/package.json" with { type: "json" };
import { AdministratorsSchema, type ServiceDefinition } from "@tessera/service-kit";
import schema from "../migrations/001-billing.sql";
import oneCheckout from "../migrations/002-one-checkout.sql";
import trial from "../migrations/003-trial.sql";
import usage from "../migrations/040-usage.sql";
import reconciliation from "../migrations/041-reconciliation.sql";
import meterEvents from "../migrations/042-meter-events.sql";
import yearly from "../migrations/043-yearly.sql";
import discount from "../migrations/044-discount.sql";
import reversals from "../migrations/045-reversals.sql";
import unanswered from "../migrations/046-unanswered-dispute.sql";
import accountChanged from "../migrations/047-account-changed.sql";
import taxNumber from "../migrations/048-tax-number.sql";
import openedBy from "../migrations/049-opened-by.sql";
import invoiceName from "../migrations/050-invoice-name.sql";
import webhookSignature from "../migrations/051-webhook-signature.sql";
import { BillingConfigSchema } from "./billing.config.ts";

/**
 * Plans, payments and who may use what is paid for. Without STRIPE_SECRET_KEY it needs stripeSandboxService beside it.
 */
export const billingService: ServiceDefinition = {
  name: "billing",
  title: "Billing",
  contract: contract.version,
  module: { load: async () => (await import("./billing.module.ts")).BillingModule },
  config: [AdministratorsSchema, BillingConfigSchema],
  schema: "billing",
  addresses: ["/api/billing", "/api/stripe"],
  migrations: [
    { name: "001-billing", sql: schema },
    { name: "002-one-checkout", sql: oneCheckout },
    { name: "003-trial", sql: trial },
    { name: "040-usage", sql: usage },
    { name: "041-reconciliation", sql: reconciliation },
    { name: "042-meter-events", sql: meterEvents },
    { name: "043-yearly", sql: yearly },
    { name: "044-discount", sql: discount },
    { name: "045-reversals", sql: reversals },
    { name: "046-unanswered-dispute", sql: unanswered },
    { name: "047-account-changed", sql: accountChanged },
    { name: "048-tax-number", sql: taxNumber },
    { name: "049-opened-by", sql: openedBy },
    { name: "050-invoice-name", sql: invoiceName },
    { name: "051-webhook-signature", sql: webhookSignature },
  ],
  tables: [
    {
      table: "checkout_lease",
      about: "A checkout that is being opened.",
      personal: { owner: "user_id" },
      keep: { since: "expires_at", days: 1 },
    },
    { table: "duplicate", about: "Subscriptions that were paid twice and ended.", personal: { owner: "user_id" } },
    {
      table: "checkout_attempt",
      about: "Checkouts that you opened in the last 90 days.",
      personal: { owner: "user_id" },
      keep: { since: "created_at", days: 90 },
    },
    // Keyed hashes of addresses, not bound to an account: long enough that nobody waits for the next trial.
    { table: "trial_used", personal: null, keep: { since: "used_at", days: 730 } },
    // Well beyond the three days in which the provider delivers an event again.
    { table: "webhook_event", personal: null, keep: { since: "received_at", days: 90 } },
    // A signature is valid for five minutes.
    { table: "webhook_signature", personal: null, keep: { since: "received_at", days: 1 } },
    {
      table: "account",
      about: "Your plan, and what the payment provider says of it.",
      personal: { owner: "user_id" },
      // A listener learns that the plan changed, and asks: what the provider knows of a person does not travel.
      live: { key: "user_id", columns: ["user_id", "status", "plan_id", "synced"] },
    },
    {
      table: "usage_day",
      about: "What you used in the last three years, by day.",
      personal: { owner: "user_id" },
      keep: { since: "day", days: 1100 },
    },
    { table: "usage_limit", about: "The limits that you set for your usage.", personal: { owner: "user_id" } },
    {
      table: "usage_alert",
      about: "What the queue said of your usage in the last 400 days.",
      personal: { owner: "user_id" },
      keep: { since: "opened_at", days: 400 },
    },
    {
      table: "meter_event",
      about: "Usage that was reported to the payment provider in the last 60 days.",
      personal: { owner: "user_id" },
      keep: { since: "created_at", days: 60 },
    },
    { table: "reconciliation", personal: null, keep: { since: "started_at", days: 90 } },
    {
      table: "difference",
      about: "Where the payment provider says something else of you than is kept here.",
      personal: { owner: "user_id" },
    },
    { table: "invoice", about: "Your invoices.", personal: { owner: "user_id" } },
  ],
};
