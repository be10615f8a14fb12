import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { counted } from "@tessera/contracts-core/counted.ts";
import { userCreated } from "@tessera/contracts-identity/events.ts";
import { type EntryOpened, entryClosed, entryOpened } from "@tessera/contracts-queue/events.ts";
import { notice } from "@tessera/contracts-settings/events.ts";
import { Database, Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { type Account, AccountStore, type TrialNotice } from "../account/account-store.ts";
import { BILLING_CONFIG, type BillingConfig } from "../billing.config.ts";
import { isInternal } from "../check/billing-status.ts";
import { planById } from "../plans.ts";
import { Provider } from "../provider/provider.ts";
import type { Standing } from "../sync/standing.ts";
import { LONG_DATE } from "./long-date.ts";

/** Key of the entry that a trial ends soon. */
const TRIAL_ENTRY = "trial-ending";
const isPaying = (status: Account["status"]) => ["active", "trialing", "past_due"].includes(status);
/** Whether there is a plan, open or not: another one is not asked for. */
const isHeld = (status: Account["status"]) => isPaying(status) || status === "unpaid" || status === "paused";

/**
 * What billing asks of a person in the queue: to choose a plan, to mend a failed payment. Settled on its own when it is
 * done.
 */
@Injectable()
export class Entries implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly database: Database,
    private readonly accounts: AccountStore,
    private readonly provider: Provider,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  onModuleInit(): void {
    this.events.on(userCreated, "billing.choose-plan", async ({ userId, email }) => {
      if (isInternal(email, this.config.internalDomain)) return;
      await this.database.system(async (tx) => {
        const account = await this.accounts.hold(tx, userId);
        if (account.status === "none" && !account.chooseEntry)
          await this.askForPlan(tx, userId, "subscription", this.firstLine());
      });
    });
  }

  /** Opens and closes what the new standing calls for. @param before the account as it was */
  async follow(tx: Tx, before: Account, now: Standing): Promise<void> {
    const { userId } = before;
    const open = isPaying(now.status);
    if (open && before.chooseEntry) {
      await this.close(tx, userId, before.chooseEntry);
      await this.remember(tx, userId, "choose_entry", null);
    }
    if (open && before.trialNotice === "ending") {
      await this.close(tx, userId, TRIAL_ENTRY);
      await this.noteTrial(tx, userId, "ended");
    }
    const ended = isHeld(before.status) && !isHeld(now.status);
    const paused = now.status === "paused" && before.status !== "paused";
    if (ended && before.status === "paused" && before.chooseEntry) await this.close(tx, userId, before.chooseEntry);
    if (ended && (before.status === "paused" || !before.chooseEntry)) {
      const line = `${planById(before.planId ?? "")?.name ?? "Your plan"} has ended. Your items are kept and open again with any plan.`;
      await this.askForPlan(tx, userId, `subscription:${before.subscriptionId}`, line);
    }
    if (paused) {
      if (before.chooseEntry) await this.close(tx, userId, before.chooseEntry);
      const title = `${planById(now.planId ?? "")?.name ?? "Your plan"} is paused`;
      const line = "Its trial ended without a card. Add one and resume the plan; your items are kept.";
      await this.askForPlan(tx, userId, `paused:${now.subscriptionId}`, line, title);
    }
    const wanted = now.unpaidInvoice && `payment-failed:${now.unpaidInvoice}`;
    if (before.paymentEntry === wanted) return;
    if (before.paymentEntry) await this.close(tx, userId, before.paymentEntry);
    if (wanted) await this.askForPayment(tx, userId, wanted, now);
    await this.remember(tx, userId, "payment_entry", wanted);
  }

  /** A plan is not asked for while a trial runs. */
  async trialStarted(tx: Tx, { userId, chooseEntry }: Account): Promise<void> {
    if (!chooseEntry) return;
    await this.close(tx, userId, chooseEntry);
    await this.remember(tx, userId, "choose_entry", null);
  }

  /** Says that the trial ends soon, to a person who bought nothing yet. */
  async trialEnds(tx: Tx, { userId, status, trialEndsAt }: Account): Promise<void> {
    await this.noteTrial(tx, userId, "ending");
    if (!trialEndsAt || isPaying(status)) return;
    const entry: EntryOpened = {
      userId,
      key: TRIAL_ENTRY,
      kind: "subscription",
      title: "Your trial ends soon",
      line: `It ends on ${LONG_DATE.format(trialEndsAt)}. Choose a plan to keep items open; nothing is deleted.`,
      path: "/billing",
    };
    await this.events.publish(tx, entryOpened, entry);
  }

  async trialEnded(tx: Tx, { userId, status, trialNotice, chooseEntry }: Account): Promise<void> {
    if (trialNotice === "ending") await this.close(tx, userId, TRIAL_ENTRY);
    await this.noteTrial(tx, userId, "ended");
    if (isPaying(status) || chooseEntry) return;
    const line = "Your trial has ended. Your cards and files are kept, and open again with any plan.";
    await this.askForPlan(tx, userId, "subscription:trial", line);
  }

  private firstLine(): string {
    const { trialDays } = this.config;
    return trialDays > 0
      ? `Try everything for ${counted(trialDays, "day")} without a card, or choose a plan. You can stop at any time.`
      : "Items open once you have one. You can stop at any time.";
  }

  private async askForPlan(tx: Tx, userId: string, key: string, line: string, title = "Choose a plan"): Promise<void> {
    const entry: EntryOpened = { userId, key, kind: "subscription", title, line, path: "/billing" };
    await this.events.publish(tx, entryOpened, entry);
    await this.remember(tx, userId, "choose_entry", key);
  }

  private async askForPayment(tx: Tx, userId: string, key: string, now: Standing): Promise<void> {
    const card = now.card ? `${now.card.brand} ending in ${now.card.last4}` : "The card";
    const days = Math.round(this.config.grace / 86_400_000);
    const line = `${card} was not charged. Change it within ${counted(days, "day")} to keep your items open.`;
    const entry: EntryOpened = {
      userId,
      key,
      kind: "subscription",
      title: "A payment did not go through",
      line,
      path: "/billing",
      urgent: true,
    };
    await this.events.publish(tx, entryOpened, entry);
    await this.events.publish(tx, notice, {
      ...{ userId, key, kind: "payments", subject: entry.title, lead: line },
      action: { label: "Change the card", path: "/billing" },
    });
  }

  private async noteTrial(tx: Tx, userId: string, notice: TrialNotice): Promise<void> {
    await tx.execute(
      sql`update billing.account set trial_told = ${notice} where user_id = ${userId} and provider = ${this.provider.name}`,
    );
  }

  private async close(tx: Tx, userId: string, key: string): Promise<void> {
    await this.events.publish(tx, entryClosed, { userId, key });
  }

  private async remember(
    tx: Tx,
    userId: string,
    column: "choose_entry" | "payment_entry",
    key: string | null,
  ): Promise<void> {
    await tx.execute(
      sql`update billing.account set ${sql.identifier(column)} = ${key} where user_id = ${userId} and provider = ${this.provider.name}`,
    );
  }
}
