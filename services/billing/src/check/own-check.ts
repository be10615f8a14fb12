import { Inject, Injectable } from "@nestjs/common";
import type { SubscriptionCheck } from "@tessera/contracts-billing/billing.ts";
import { type Caller, Clock } from "@tessera/service-kit";
import type { Account } from "../account/account-store.ts";
import { KeptAccounts } from "../account/kept-accounts.ts";
import { OpenedAccounts } from "../account/opened-accounts.ts";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { Entitlements } from "../entitlements/entitlements.ts";
import { checkOf, isInternal, openedCheck } from "./billing-status.ts";

/** Whether a person may use the product's paid pages. No provider is asked. */
@Injectable()
export class OwnCheck {
  constructor(
    private readonly accounts: OpenedAccounts,
    private readonly kept: KeptAccounts,
    private readonly clock: Clock,
    private readonly entitlements: Entitlements,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /**
   * Only what opens is answered from memory: who has just paid is let in at once, and who may not enter is told by the
   * database. What ends by the clock ends on time.
   * @param fresh reads the database although an answer is known
   */
  async of(user: Caller, fresh: boolean): Promise<SubscriptionCheck> {
    const kept = fresh ? undefined : this.kept.get(user.userId);
    const known = kept === undefined ? null : this.judge(user, kept);
    if (known?.billingStatus === "active") return known;
    const began = performance.now();
    const account = await this.accounts.own(user);
    this.kept.keep(user.userId, account, began);
    return this.judge(user, account);
  }

  private judge({ email }: Caller, account: Account | null): SubscriptionCheck {
    const check = checkOf(account, this.clock.now(), this.config.grace);
    return isInternal(email, this.config.internalDomain)
      ? openedCheck(check, this.entitlements.unlimited())
      : { ...check, entitlements: this.entitlements.of(check.planId) };
  }
}
