import { randomBytes, randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, eq, isNull } from "drizzle-orm";
import { Secret } from "../../core/index.ts";
import { recoveryCodes } from "../tables.ts";

const COUNT = 10;
/** Crockford's base 32: without I, L, O and U nothing is mistaken for something else when it is copied by hand. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHARACTERS = 10;

/**
 * Codes for the day a second factor is lost: 50 bits each, shown once, stored as keyed hashes, each good for one use.
 */
@Injectable()
export class RecoveryCodes {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Secret) private readonly secret: Secret,
  ) {}

  /** New codes in place of all older ones. */
  async replace(tx: Tx, userId: string): Promise<string[]> {
    await this.clear(tx, userId);
    const codes = Array.from({ length: COUNT }, newCode);
    const createdAt = this.clock.now();
    await tx
      .insert(recoveryCodes)
      .values(codes.map((code) => ({ id: randomUUID(), userId, codeHash: this.hash(userId, code), createdAt })));
    return codes;
  }

  async clear(tx: Tx, userId: string): Promise<void> {
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  }

  async count(tx: Tx, userId: string) {
    const rows = await tx.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    return {
      total: rows.length,
      remaining: rows.filter((row) => !row.usedAt).length,
      created_at: rows[0]?.createdAt.toISOString() ?? null,
    };
  }

  /** Spends a code. @returns whether it was right */
  async use(tx: Tx, userId: string, code: string): Promise<boolean> {
    const unused = and(
      eq(recoveryCodes.userId, userId),
      eq(recoveryCodes.codeHash, this.hash(userId, code)),
      isNull(recoveryCodes.usedAt),
    );
    return (await tx.update(recoveryCodes).set({ usedAt: this.clock.now() }).where(unused).returning()).length === 1;
  }

  private hash(userId: string, code: string): Buffer {
    return this.secret.mac("recovery code", userId, asTyped(code));
  }
}

function newCode(): string {
  const characters = [...randomBytes(CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return `${characters.slice(0, CHARACTERS / 2)}-${characters.slice(CHARACTERS / 2)}`;
}

/** Normalises what was typed: case, dashes, spaces, and letters that look like digits. */
const asTyped = (code: string) =>
  code.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
