import { Injectable } from "@nestjs/common";
import type { Undone } from "@tessera/contracts-finance/acts.ts";
import { actNotFound, actUndone, undoConflict } from "@tessera/contracts-finance/problems.ts";
import { type Caller, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { ImportWriter } from "../imports/write-import.ts";
import { type ActRow, Acts } from "./acts.ts";
import { countAgain } from "./count-again.ts";
import { ALL_CHANGED, IN_THE_WAY, isInTheWay } from "./in-the-way.ts";
import { TakeBack } from "./take-back.ts";
import { UndoInParts } from "./undo-in-parts.ts";

@Injectable()
export class Undo {
  constructor(
    private readonly acts: Acts,
    private readonly back: TakeBack,
    private readonly parts: UndoInParts,
    private readonly imports: ImportWriter,
  ) {}

  /**
   * Takes an act back as far as nobody changed what it did since; an act on its own, so it can be taken back too. An
   * import of many entries is taken back by a job, and what that took back too.
   * @throws ProblemException 404 `act_not_found`, 409 `act_undone`, `undo_conflict` with nothing written
   */
  async undo({ userId }: Pick<Caller, "userId">, id: string): Promise<Undone> {
    try {
      return await this.acts.run({ userId }, "undo", "Undo", (tx, act) => this.takeBack(tx, userId, id, act));
    } catch (error) {
      if (isInTheWay(error)) throw problem(undoConflict, { reason: `${IN_THE_WAY}.` });
      throw error;
    }
  }

  private async takeBack(tx: Tx, userId: string, id: string, by: string): Promise<Omit<Undone, "act">> {
    const { rows } = await tx.execute<ActRow>(sql`select * from finance.act where id = ${id}`);
    const [undone] = rows;
    if (!undone) throw problem(actNotFound);
    if (undone.undone_by) throw problem(actUndone);
    if (undone.kind === "import") {
      await this.imports.leave(tx, id);
      await this.parts.leaveImport(tx, id);
    }
    if (undone.kind === "undo") await this.parts.leave(tx, id);
    const mayBeLong = undone.kind === "import" || undone.kind === "undo";
    const inParts = mayBeLong && (await this.parts.begin(tx, { userId, by }, id));
    const { reverted, kept } = inParts ? { reverted: 0, kept: 0 } : await this.back.all(tx, id);
    if (reverted === 0 && kept > 0) throw problem(undoConflict, { reason: `${ALL_CHANGED}.` });
    const words = undone.kind === "undo" ? `Redo: ${undone.words.replace(/^Undo: /, "")}` : `Undo: ${undone.words}`;
    await tx.execute(sql`update finance.act set words = ${words}, undoes = ${id} where id = ${by}`);
    await tx.execute(sql`update finance.act set undone_by = ${by} where id = ${id}`);
    await countAgain(tx, undone.undoes);
    return { reverted, kept, ...(inParts ? { continues: true } : {}) };
  }
}
