import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, eq, lt } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig } from "../core/index.ts";
import { SessionStore } from "../sessions/index.ts";
import { AccountFactors, type FactorRow, factors } from "../users/index.ts";

export type NewFactor = Pick<FactorRow, "userId" | "factorType" | "friendlyName" | "sealedSecret" | "phone">;

/** Second factors of people, and what changes them. */
@Injectable()
export class FactorStore extends AccountFactors {
  constructor(
    @Inject(Clock) clock: Clock,
    @Inject(IDENTITY_CONFIG) config: IdentityConfig,
    private readonly sessions: SessionStore,
  ) {
    super(clock, config);
  }

  /** One factor of a person, locked until the transaction ends. */
  async locked(tx: Tx, userId: string, id: string): Promise<FactorRow | null> {
    const [row] = await tx
      .select()
      .from(factors)
      .where(and(eq(factors.id, id), eq(factors.userId, userId)))
      .for("update");
    return row && this.isCurrent(row) ? row : null;
  }

  async add(tx: Tx, factor: NewFactor): Promise<FactorRow> {
    const now = this.clock.now();
    const [row] = await tx
      .insert(factors)
      .values({ id: randomUUID(), ...factor, createdAt: now, updatedAt: now })
      .returning();
    return row!;
  }

  async change(tx: Tx, id: string, change: Partial<typeof factors.$inferInsert>): Promise<FactorRow> {
    const [row] = await tx
      .update(factors)
      .set({ ...change, updatedAt: this.clock.now() })
      .where(eq(factors.id, id))
      .returning();
    return row!;
  }

  /** Removes a factor and lowers the sessions that it raised. */
  async remove(tx: Tx, { id }: FactorRow): Promise<void> {
    await this.sessions.lower(tx, id);
    await tx.delete(factors).where(eq(factors.id, id));
  }

  /** Deletes a person's unverified factors of a type. */
  async removeUnverified(tx: Tx, userId: string, factorType?: FactorRow["factorType"]): Promise<void> {
    const unverified = [eq(factors.userId, userId), eq(factors.status, "unverified")];
    await tx.delete(factors).where(and(...unverified, ...(factorType ? [eq(factors.factorType, factorType)] : [])));
  }

  async purgeUnverified(tx: Tx, userId?: string): Promise<void> {
    const own = userId ? [eq(factors.userId, userId)] : [];
    await tx
      .delete(factors)
      .where(and(eq(factors.status, "unverified"), lt(factors.createdAt, this.unverifiedSince()), ...own));
  }
}
