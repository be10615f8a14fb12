import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { lt } from "drizzle-orm";
import { sha256 } from "../keys/digest.ts";
import { spentProofs } from "../tables.ts";

/** Signed proofs that sign somebody in once: whoever repeats one, on whichever process, is refused. */
@Injectable()
export class SpentProofs {
  constructor(@Inject(Clock) private readonly clock: Clock) {}

  /** @param goodUntil from when the proof would be refused as too old anyway @returns whether it had not been spent before */
  async spend(tx: Tx, kind: string, proof: string, goodUntil: Date): Promise<boolean> {
    const spent = await tx
      .insert(spentProofs)
      .values({ hash: sha256(`${kind}\n${proof}`), goodUntil })
      .onConflictDoNothing()
      .returning();
    return spent.length > 0;
  }

  async forgetOld(tx: Tx): Promise<void> {
    await tx.delete(spentProofs).where(lt(spentProofs.goodUntil, this.clock.now()));
  }
}
