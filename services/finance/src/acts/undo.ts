import { Injectable } from "@nestjs/common";
import type { Undone } from "@tessera/contracts-finance/acts.ts";
import { actNotFound, actUndone, undoConflict } from "@tessera/contracts-finance/problems.ts";
import { type Caller, DatabaseError, problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { ImportWriter } from "../imports/write-import.ts";
import { ReceiptCards } from "../receipts/receipt-cards.ts";
import { type ActRow, Acts } from "./acts.ts";
import { JOURNALED_TABLES } from "./journaled-tables.ts";
import { bringBack, remaining, setBack, takeAway, touchTransactions } from "./undo-statements.ts";

/** Unique name taken, row referred to gone, splits that would not add up: SQLSTATE of what stands in the way. */
const IN_THE_WAY = new Set(["23505", "23503", "23514"]);
/** Levels of what an act may have brought at once. */
const MAX_LEVELS = 5;

const rowsOf = async <R>(tx: Tx, statement: SQL) => (await tx.execute(statement)).rows as R[];

@Injectable()
export class Undo {
  constructor(
    private readonly acts: Acts,
    private readonly cards: ReceiptCards,
    private readonly imports: ImportWriter,
  ) {}

  /**
   * Takes an act back as far as nobody changed what it did since; an act on its own, so it can be taken back too.
   * @throws ProblemException 404 `act_not_found`, 409 `act_undone`, `undo_conflict` with nothing written
   */
  async undo(caller: Pick<Caller, "userId">, id: string): Promise<Undone> {
    try {
      return await this.acts.run(caller, "undo", "Undo", (tx, act) => this.takeBack(tx, id, act));
    } catch (error) {
      if (error instanceof DatabaseError && IN_THE_WAY.has(error.code ?? ""))
        throw problem(undoConflict, { reason: "What was changed since stands in the way. Undo that first." });
      throw error;
    }
  }

  private async takeBack(tx: Tx, id: string, by: string): Promise<{ reverted: number; kept: number }> {
    const [undone] = await rowsOf<ActRow>(tx, sql`select * from finance.act where id = ${id}`);
    if (!undone) throw problem(actNotFound);
    if (undone.undone_by) throw problem(actUndone);
    if (undone.kind === "import") await this.imports.leave(tx, id);
    await tx.execute(sql`set constraints all deferred`);
    const { reverted, kept } = await this.revert(tx, id);
    if (reverted === 0 && kept > 0)
      throw problem(undoConflict, { reason: "All of it was changed or is used since. Nothing was undone." });
    await tx.execute(touchTransactions(id));
    const receipts = await rowsOf<{ row_id: string }>(
      tx,
      sql`select row_id from finance.change where act_id = ${id} and tab = 'receipt'`,
    );
    await this.cards.tell(
      tx,
      receipts.map(({ row_id }) => row_id),
    );
    await tx.execute(sql`set constraints all immediate`);
    const words = undone.kind === "undo" ? `Redo: ${undone.words.replace(/^Undo: /, "")}` : `Undo: ${undone.words}`;
    await tx.execute(sql`update finance.act set words = ${words}, undoes = ${id} where id = ${by}`);
    await tx.execute(sql`update finance.act set undone_by = ${by} where id = ${id}`);
    // Who takes an undo back has the first act again, and may undo that.
    if (undone.undoes) await tx.execute(sql`update finance.act set undone_by = null where id = ${undone.undoes}`);
    return { reverted, kept };
  }

  private async revert(tx: Tx, id: string): Promise<{ reverted: number; kept: number }> {
    let [reverted, kept] = [0, 0];
    for (const table of JOURNALED_TABLES) {
      const back = await rowsOf(tx, bringBack(id, table));
      const changed = await rowsOf<{ reverted: boolean; kept: boolean }>(tx, setBack(id, table));
      reverted += back.length + changed.filter((row) => row.reverted).length;
      kept += changed.filter((row) => row.kept).length;
    }
    for (const table of JOURNALED_TABLES.toReversed()) {
      for (let level = 0; level < MAX_LEVELS; level++) {
        const gone = await rowsOf(tx, takeAway(id, table));
        reverted += gone.length;
        if (!gone.length || table !== "category") break;
      }
      if (table !== "split") kept += (await rowsOf(tx, remaining(id, table))).length;
    }
    return { reverted, kept };
  }
}
