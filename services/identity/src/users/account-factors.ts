import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { asc, eq } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig } from "../core/index.ts";
import { type FactorRow, factors } from "./tables.ts";

/** Reads the second factors of an account, for sign-in and the User of auth/v1. The factors module changes them. */
@Injectable()
export class AccountFactors {
  constructor(
    @Inject(Clock) protected readonly clock: Clock,
    @Inject(IDENTITY_CONFIG) protected readonly config: IdentityConfig,
  ) {}

  /** All factors of a person, oldest first, without those that were not verified in time. */
  async of(tx: Tx, userId: string): Promise<FactorRow[]> {
    const rows = await tx.select().from(factors).where(eq(factors.userId, userId)).orderBy(asc(factors.createdAt));
    return rows.filter((row) => this.isCurrent(row));
  }

  async hasVerified(tx: Tx, userId: string): Promise<boolean> {
    return (await this.of(tx, userId)).some((factor) => factor.status === "verified");
  }

  isCurrent(row: FactorRow): boolean {
    return row.status === "verified" || row.createdAt >= this.unverifiedSince();
  }

  /** An unverified factor that was created before this has expired. */
  unverifiedSince(): Date {
    return new Date(this.clock.now().getTime() - this.config.challengeLifetimeMs);
  }
}

/** Methods of an `amr` that raise a session to aal2. */
export const secondFactors: readonly string[] = ["totp", "mfa/phone", "mfa/webauthn", "recovery_code"];

/** The method of an `amr` that is both factors at once: the device, and the person as the device knows them. */
export const PASSKEY = "passkey";
