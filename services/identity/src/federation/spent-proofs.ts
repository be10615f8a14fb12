import { Injectable } from "@nestjs/common";
import type { Tx } from "@tessera/service-kit";
import { sha256 } from "../core/index.ts";
import { spentProofs } from "./tables.ts";

/** Signed proofs that sign somebody in once: whoever repeats one, on whichever process, is refused. */
@Injectable()
export class SpentProofs {
  /**
   * @param goodUntil from when the proof would be refused as too old anyway
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
