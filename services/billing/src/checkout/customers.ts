import { Injectable } from "@nestjs/common";
import { type Caller, Database } from "@tessera/service-kit";
import { AccountStore } from "../account/account-store.ts";
import { OpenedAccounts } from "../account/opened-accounts.ts";
import { Provider } from "../provider/provider.ts";

/** The provider's customer of each person, made and bound before anything is bought. */
@Injectable()
export class Customers {
  constructor(
    private readonly accounts: AccountStore,
    private readonly opened: OpenedAccounts,
    private readonly provider: Provider,
    private readonly database: Database,
  ) {}

  async of(user: Caller): Promise<string> {
    const account = await this.database.system((tx) => this.accounts.hold(tx, user.userId));
    await this.opened.follow(user, account);
    if (account.customerId) return account.customerId;
    const stripe = await this.provider.client();
    const customer = await stripe.customers.create(
      { ...(user.email && { email: user.email }), metadata: { userId: user.userId } },
      { idempotencyKey: `customer-${user.userId}-${account.generation}` },
    );
    return this.accounts.bind(user.userId, customer.id);
  }
}
