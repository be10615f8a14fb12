import { NO_CURRENCY } from "./currency.ts";
import { MAX_ENTRIES, MAX_PROBLEMS, MAX_STATEMENTS } from "./limits.ts";
import type { AccountHint, Balance, BankFileEvent, Entry, Problem, StatementEnd } from "./statement.ts";
import { clean, known } from "./text.ts";

/** Ends the reading of a file; what was read before is kept. */
export class StopReading extends Error {}

/** What a parser found since it was asked last, within the limits. */
export class Output {
  private events: BankFileEvent[] = [];
  private entries = 0;
  private statements = 0;
  private problems = 0;
  private readonly open = new Set<OpenStatement>();

  take(): BankFileEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  file(file: Omit<Extract<BankFileEvent, { kind: "file" }>, "kind">) {
    this.events.push({ kind: "file", ...known(file) });
  }

  statement(line: number, account: AccountHint, number?: string): OpenStatement {
    if (this.statements >= MAX_STATEMENTS)
      this.stop(line, `This file has more than ${MAX_STATEMENTS} statements. Split it and import the parts.`);
    const index = this.statements;
    this.statements += 1;
    this.events.push({ kind: "statement", head: known({ index, line, account: known(account), number }) });
    const opened = new OpenStatement(this, index, line, known(account));
    this.open.add(opened);
    return opened;
  }

  entry(statement: number, entry: Entry) {
    if (this.entries >= MAX_ENTRIES)
      this.stop(entry.line, `This file has more than ${MAX_ENTRIES} entries. Split it and import the parts.`);
    this.entries += 1;
    this.events.push({ kind: "entry", statement, entry: known(entry) });
  }

  end(statement: OpenStatement, end: StatementEnd) {
    this.open.delete(statement);
    this.events.push({ kind: "end", statement: statement.index, end: known(end) });
  }

  error(line: number, reason: string, entry?: string) {
    this.problem({ line, severity: "error", reason, entry: clean(entry)?.slice(0, 200) });
  }

  warn(line: number, reason: string, entry?: string) {
    this.problem({ line, severity: "warning", reason, entry: clean(entry)?.slice(0, 200) });
  }

  /** Reads no more of the file. */
  stop(line: number, reason: string): never {
    this.problem({ line, severity: "error", reason }, true);
    throw new StopReading(reason);
  }

  /** Ends what is open after reading was stopped, and says how many problems were left out. */
  finish(line: number) {
    for (const statement of this.open) statement.end(line);
    if (this.problems <= MAX_PROBLEMS) return;
    const reason = `${this.problems - MAX_PROBLEMS} more problems are not listed. Check how the file is read.`;
    this.events.push({ kind: "problem", problem: { line, severity: "error", reason } });
  }

  private problem(problem: Problem, always = false) {
    this.problems += 1;
    if (always || this.problems <= MAX_PROBLEMS) this.events.push({ kind: "problem", problem: known(problem) });
  }
}

/** Counts what a statement has while it is read, and checks it against the balances. */
export class OpenStatement {
  opening?: Balance;
  closing?: Balance;
  available?: Balance;
  from?: string;
  to?: string;
  private count = 0;
  private sum = 0n;
  private mixed = false;
  private ended = false;

  readonly out: Output;
  readonly index: number;
  readonly line: number;
  readonly account: AccountHint;

  constructor(out: Output, index: number, line: number, account: AccountHint) {
    this.out = out;
    this.index = index;
    this.line = line;
    this.account = account;
  }

  entry(entry: Entry) {
    this.out.entry(this.index, entry);
    this.count += 1;
    if (entry.status !== "booked") return;
    this.account.currency ??= entry.currency === NO_CURRENCY ? undefined : entry.currency;
    if (entry.currency === (this.account.currency ?? NO_CURRENCY)) this.sum += BigInt(entry.amount);
    else this.mixed = true;
  }

  /** @param line where the closing balance stands, or the statement ends */
  end(line: number) {
    if (this.ended) return;
    this.ended = true;
    const { opening, closing, available, from, to } = this;
    const check = this.check();
    this.out.end(this, {
      ...{ account: known(this.account), opening, closing, available, from, to },
      ...{ entryCount: this.count, sum: Number(this.sum), check },
    });
    if (check.result === "differs")
      this.out.warn(line, "The entries do not add up to the balances that the file states; some may be missing.");
  }

  private check(): StatementEnd["check"] {
    const { opening, closing } = this;
    if (!opening || !closing || this.mixed || opening.currency !== closing.currency)
      return { result: "unstated", difference: 0 };
    if (this.count > 0 && (this.account.currency ?? NO_CURRENCY) !== opening.currency)
      return { result: "unstated", difference: 0 };
    const difference = Number(BigInt(opening.amount) + this.sum - BigInt(closing.amount));
    return { result: difference === 0 ? "agrees" : "differs", difference };
  }
}
