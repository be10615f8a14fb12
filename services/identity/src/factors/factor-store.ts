import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, asc, eq, lt } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { type FactorRow, factors, sessions } from "../tables.ts";

export type NewFactor = Pick<FactorRow, "userId" | "factorType" | "friendlyName" | "sealedSecret" | "phone">;

/** Second factors of people. */
@Injectable()
export class FactorStore {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** All factors of a person, oldest first; those never proven in time are not there any more. */
  async of(tx: Tx, userId: string): Promise<FactorRow[]> {
    return this.stillThere(await tx.select().from(factors).where(eq(factors.userId, userId)).orderBy(asc(factors.createdAt)));
  }

  stillThere(rows: FactorRow[]): FactorRow[] {
    return rows.filter((row) => row.status === "verified" || row.createdAt >= this.oldest());
  }

  async hasVerified(tx: Tx, userId: string): Promise<boolean> {
    return (await this.of(tx, userId)).some((factor) => factor.status === "verified");
  }

  /** One factor of a person, held against other changes until the transaction ends. */
  async locked(tx: Tx, userId: string, id: string): Promise<FactorRow | null> {
    const [row] = await tx
      .select()
      .from(factors)
      .where(and(eq(factors.id, id), eq(factors.userId, userId)))
      .for("update");
    return row && (row.status === "verified" || row.createdAt >= this.oldest()) ? row : null;
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

  /** Removes a factor; sessions that it raised are what they were before. */
  async remove(tx: Tx, { id }: FactorRow): Promise<void> {
    const raised = await tx.select().from(sessions).where(eq(sessions.factorId, id)).for("update");
    for (const session of raised) {
      const amr = session.amr.filter(({ method }) => !secondFactors.includes(method));
      await tx.update(sessions).set({ aal: "aal1", factorId: null, amr }).where(eq(sessions.id, session.id));
    }
    await tx.delete(factors).where(eq(factors.id, id));
  }

  /** Forgets a person's factors of a type that were never proven. */
  async removeUnverified(tx: Tx, userId: string, factorType?: FactorRow["factorType"]): Promise<void> {
    const unverified = [eq(factors.userId, userId), eq(factors.status, "unverified")];
    await tx.delete(factors).where(and(...unverified, ...(factorType ? [eq(factors.factorType, factorType)] : [])));
  }

  async forgetUnverified(tx: Tx, userId?: string): Promise<void> {
    const own = userId ? [eq(factors.userId, userId)] : [];
    await tx.delete(factors).where(and(eq(factors.status, "unverified"), lt(factors.createdAt, this.oldest()), ...own));
  }

  private oldest(): Date {
    return new Date(this.clock.now().getTime() - this.config.challengeLifetimeMs);
  }
}

/** Methods of an `amr` that raise a session to aal2. */
export const secondFactors: readonly string[] = ["totp", "mfa/phone", "recovery_code"];
