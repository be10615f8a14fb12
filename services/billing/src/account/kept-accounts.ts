import { Injectable, type OnModuleDestroy, type OnModuleInit } from "@nestjs/common";
import { LruCache, Notifications } from "@tessera/service-kit";
import type { Account } from "./account-store.ts";

const CHANNEL = "billing_account";
/**
 * Ms that an account is kept, and for which one that changes is not: the most by which a process is late that does not
 * hear of a change.
 */
export const KEPT_MS = 5_000;
/** People remembered; what is kept of each takes less than 1 kB. */
const MAX_KEPT = 10_000;

interface Kept {
  account: Account | null;
  at: number;
}

/**
 * Accounts as they were read a moment ago, by person. Each commit that changes one is heard in every process; in the
 * one that makes the change nothing of the person is kept from before the commit on.
 */
@Injectable()
export class KeptAccounts implements OnModuleInit, OnModuleDestroy {
  private readonly kept = new LruCache<string, Kept>(MAX_KEPT);
  private readonly changed = new LruCache<string, number>(MAX_KEPT);
  /** When changes may have been missed last. */
  private missedAt = Number.NEGATIVE_INFINITY;
  private listener: { close(): Promise<void> } | undefined;

  constructor(private readonly notifications: Notifications) {}

  async onModuleInit(): Promise<void> {
    const missed = () => {
      this.missedAt = performance.now();
      this.kept.clear();
    };
    this.listener = await this.notifications.listen(CHANNEL, (userId) => this.change(userId), missed);
  }

  async onModuleDestroy(): Promise<void> {
    await this.listener?.close();
  }

  /** @returns undefined where nothing is kept */
  get(userId: string): Kept["account"] | undefined {
    const known = this.kept.get(userId);
    return known && performance.now() - known.at < KEPT_MS ? known.account : undefined;
  }

  /** @param at when its reading began */
  keep(userId: string, account: Account | null, at: number): void {
    const changed = this.changed.get(userId);
    if (at <= this.missedAt || (changed !== undefined && at - changed < KEPT_MS)) return;
    this.kept.set(userId, { account, at });
  }

  /** The account changes, or did. */
  change(userId: string): void {
    this.changed.set(userId, performance.now());
    this.kept.delete(userId);
  }
}
