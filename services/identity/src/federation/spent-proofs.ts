import { Injectable } from "@nestjs/common";
import type { Tx } from "@tessera/service-kit";
import { sha256 } from "../core/index.ts";
import { spentProofs } from "./tables.ts";

/** Signed proofs that sign somebody in once: a replay is refused by every process. */
@Injectable()
export class SpentProofs {
  /**
   * @param goodUntil when the proof expires
   * @returns whether it had not been spent before
   */
  async spend(tx: Tx, kind: string, proof: string, goodUntil: Date): Promise<boolean> {
    const spent = await tx
      .insert(spentProofs)
      .values({ hash: sha256(`${kind}\n${proof}`), goodUntil })
      .onConflictDoNothing()
      .returning();
    return spent.length > 0;
  }
}
