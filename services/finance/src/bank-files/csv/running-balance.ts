interface Row {
  amount: number;
  balance: number;
  line: number;
  date: string;
}

/** Follows the balance that stands beside each entry, whether the file goes forward or back in time. */
export class RunningBalance {
  private first?: Row;
  private last?: Row;
  private rows = 0;
  private readonly breaks = { forward: 0, back: 0 };
  private readonly firstBreak: { forward?: number; back?: number } = {};
  private complete = true;

  /** @param balance after the entry; undefined when the row has none */
  add(row: Omit<Row, "balance"> & { balance: number | undefined }) {
    if (row.balance === undefined) {
      this.complete = false;
      return;
    }
    const here: Row = { ...row, balance: row.balance };
    const before = this.last;
    if (before && before.balance + here.amount !== here.balance) this.broken("forward", here.line);
    if (before && here.balance + before.amount !== before.balance) this.broken("back", here.line);
    this.first ??= here;
    this.last = here;
    this.rows += 1;
  }

  /** Balances at the start and end, minor units; undefined when the column follows in neither direction. */
  result(): { opening: Omit<Row, "amount">; closing: Omit<Row, "amount">; brokenAt?: number } | undefined {
    const { first, last, breaks } = this;
    if (!first || !last || !this.complete) return undefined;
    const way = breaks.back < breaks.forward ? "back" : "forward";
    // A few breaks are missing rows; many are another kind of balance.
    if (breaks[way] * 10 > this.rows) return undefined;
    const [start, end] = way === "forward" ? [first, last] : [last, first];
    return {
      opening: { ...start, balance: start.balance - start.amount },
      closing: end,
      brokenAt: this.firstBreak[way],
    };
  }

  private broken(way: "forward" | "back", line: number) {
    this.breaks[way] += 1;
    this.firstBreak[way] ??= line;
  }
}
