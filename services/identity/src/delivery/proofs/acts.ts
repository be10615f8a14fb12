import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, eq, inArray } from "drizzle-orm";
import { Secret } from "../../core/index.ts";
import type { UserRow } from "../../users/index.ts";
import { type ActKind, proofActs } from "../tables.ts";

/** One request for a mailed or texted proof. */
export interface Act {
  kind: ActKind;
  /** Whose proof: an account's or a sign-up's id, or `ofAddress`. */
  subject: string;
  id: string;
}

/**
 * Which request for a proof counts. The row is written in the transaction of the request, for known and unknown
 * addresses alike; a mail of an earlier request is not written any more, and what it proved is void. decisions/009.
 */
@Injectable()
export class Acts {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Secret) private readonly secret: Secret,
  ) {}

  /** The subject of a request by somebody who is not signed in. No address of a stranger is kept. */
  ofAddress(address: string): string {
    return this.secret.mac("proof for", address).toString("base64url");
  }

  /** Ends the requests of before. */
  async begin(tx: Tx, kind: ActKind, subject: string): Promise<Act> {
    const act = { act: randomUUID(), begunAt: this.clock.now() };
    await tx
      .insert(proofActs)
      .values({ kind, subject, ...act })
      .onConflictDoUpdate({ target: [proofActs.kind, proofActs.subject], set: act });
    return { kind, subject, id: act.act };
  }

  /** The request that counts now, for another proof of the same act; a new one where there is none. */
  async current(tx: Tx, kind: ActKind, subject: string): Promise<Act> {
    const [row] = await tx
      .select()
      .from(proofActs)
      .where(and(eq(proofActs.kind, kind), eq(proofActs.subject, subject)));
    return row ? { kind, subject, id: row.act } : this.begin(tx, kind, subject);
  }

  async isCurrent(tx: Tx, { kind, subject, id }: Act): Promise<boolean> {
    const same = and(eq(proofActs.kind, kind), eq(proofActs.subject, subject), eq(proofActs.act, id));
    return (await tx.select().from(proofActs).where(same).for("share")).length === 1;
  }

  async end(tx: Tx, kinds: ActKind[], subjects: string[]): Promise<void> {
    await tx.delete(proofActs).where(and(inArray(proofActs.kind, kinds), inArray(proofActs.subject, subjects)));
  }

  /** All that is known of somebody's requests; their account ends. */
  async forget(tx: Tx, { id, email, phone }: Pick<UserRow, "id" | "email" | "phone">): Promise<void> {
    const addresses = [email, phone].flatMap((address) => (address ? [this.ofAddress(address)] : []));
    await tx.delete(proofActs).where(inArray(proofActs.subject, [id, ...addresses]));
  }
}
