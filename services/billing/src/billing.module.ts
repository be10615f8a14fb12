import { Module } from "@nestjs/common";
import { AdministratorsSchema, provideConfig } from "@tessera/service-kit";
import { AccountStore } from "./account/account-store.ts";
import { EraseAccount } from "./account/erase-account.ts";
import { KeptAccounts } from "./account/kept-accounts.ts";
import { OpenedAccounts } from "./account/opened-accounts.ts";
import { ADMINISTRATORS } from "./administrators.ts";
import { BILLING_CONFIG, BillingConfigSchema } from "./billing.config.ts";
import { CheckController } from "./check/check.controller.ts";
import { OwnCheck } from "./check/own-check.ts";
import { WritePlans } from "./check/write-plans.ts";
import { AttemptStore } from "./checkout/attempt-store.ts";
import { CheckoutController } from "./checkout/checkout.controller.ts";
import { Checkout } from "./checkout/checkout.ts";
import { CheckoutLease } from "./checkout/checkout-lease.ts";
import { Customers } from "./checkout/customers.ts";
import { Entitlements } from "./entitlements/entitlements.ts";
import { Disputes } from "./entries/disputes.ts";
import { Entries } from "./entries/entries.ts";
import { Receipts } from "./entries/receipts.ts";
import { Provider } from "./provider/provider.ts";
import { CompareCustomer } from "./reconciliation/compare-customer.ts";
import { CompareUsage } from "./reconciliation/compare-usage.ts";
import { Differences } from "./reconciliation/differences.ts";
import { ReconciliationController } from "./reconciliation/reconciliation.controller.ts";
import { Reconciliation } from "./reconciliation/reconciliation.ts";
import { Overview } from "./subscription/overview.ts";
import { SubscriptionController } from "./subscription/subscription.controller.ts";
import { Subscription } from "./subscription/subscription.ts";
import { CustomerViews } from "./sync/customer-view.ts";
import { Duplicates } from "./sync/duplicates.ts";
import { SyncCustomer } from "./sync/sync-customer.ts";
import { FollowTrials } from "./trial/follow-trials.ts";
import { Trials } from "./trial/trials.ts";
import { CountUsage } from "./usage/count-usage.ts";
import { DeclaredMeters } from "./usage/declared-meters.ts";
import { FollowUsage } from "./usage/follow-usage.ts";
import { UsageLimits } from "./usage/limits.ts";
import { ReadUsage } from "./usage/read-usage.ts";
import { ReportUsage } from "./usage/report-usage.ts";
import { SetLimits } from "./usage/set-limits.ts";
import { Standings } from "./usage/standings.ts";
import { UsageController } from "./usage/usage.controller.ts";
import { UsageAlerts } from "./usage/usage-alerts.ts";
import { WebhookController } from "./webhook/webhook.controller.ts";
import { Webhook } from "./webhook/webhook.ts";

@Module({
  controllers: [
    CheckController,
    WebhookController,
    CheckoutController,
    SubscriptionController,
    UsageController,
    ReconciliationController,
  ],
  providers: [
    provideConfig(BILLING_CONFIG, BillingConfigSchema),
    provideConfig(ADMINISTRATORS, AdministratorsSchema),
    Provider,
    AccountStore,
    KeptAccounts,
    OpenedAccounts,
    OwnCheck,
    Entitlements,
    EraseAccount,
    AttemptStore,
    Entries,
    Receipts,
    Disputes,
    CustomerViews,
    SyncCustomer,
    Webhook,
    CompareCustomer,
    Differences,
    Reconciliation,
    Customers,
    CheckoutLease,
    Duplicates,
    Checkout,
    Overview,
    Trials,
    FollowTrials,
    Subscription,
    DeclaredMeters,
    UsageLimits,
    UsageAlerts,
    Standings,
    WritePlans,
    CountUsage,
    FollowUsage,
    ReadUsage,
    ReportUsage,
    CompareUsage,
    SetLimits,
  ],
})
export class BillingModule {}
