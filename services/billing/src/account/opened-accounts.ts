import { Injectable, type OnModuleInit } from "@nestjs/common";
import { addressChanged } from "@tessera/contracts-identity/events.ts";
import { type Caller, Database, Events, PlanStandings } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { WritePlans } from "../check/write-plans.ts";
import { Standings } from "../usage/standings.ts";
import { type Account, AccountStore } from "./account-store.ts";

type Person = Pick<Caller, "userId" | "email">;

/**
 * Keeps with each account the mail domain that opens everything to its person. Work without a token knows no addresses,
 * and who pays although they need no plan has none of its limits there either.
 */
@Injectable()
export class OpenedAccounts implements OnModuleInit {
  constructor(
    private readonly accounts: AccountStore,
    private readonly standings: Standings,
    private readonly writePlans: WritePlans,
    private readonly plans: PlanStandings,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  onModuleInit(): void {
    this.events.on(addressChanged, "billing.opened-by", async ({ userId, email }) => {
      await this.follow({ userId, email }, await this.accounts.own(userId));
    });
  }

  /** The caller's own account, with the domain of the address that they have now. */
  async own(user: Person): Promise<Account | null> {
    return this.follow(user, await this.accounts.own(user.userId));
  }

  /** The account as it is once it names the domain of the person's address. */
  async follow<A extends Account | null>({ userId, email }: Person, account: A): Promise<A> {
    const openedBy = this.plans.openedBy(email);
    if (!account || account.openedBy === openedBy) return account;
    await this.database.system(async (tx) => {
      await this.accounts.hold(tx, userId);
      await tx.execute(sql`update billing.account set opened_by = ${openedBy} where user_id = ${userId}`);
      await this.standings.refresh(tx, [userId]);
      await this.writePlans.refresh(tx, [userId]);
    });
    return { ...account, openedBy };
  }
}
