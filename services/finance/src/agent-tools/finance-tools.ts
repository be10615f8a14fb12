import { Injectable, type OnModuleInit } from "@nestjs/common";
import { listTransactions, type ToolArguments } from "@tessera/contracts-agents/tools.ts";
import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import { AgentTools, Database, served, type ToolCaller } from "@tessera/service-kit";
import { ListTransactions } from "../transactions/list-transactions.ts";

/** What agents may ask of a person's books. */
@Injectable()
export class FinanceTools implements OnModuleInit {
  constructor(
    private readonly tools: AgentTools,
    private readonly database: Database,
    private readonly transactions: ListTransactions,
  ) {}

  onModuleInit() {
    const list = served(listTransactions, (caller, question) => this.list(caller, question));
    this.tools.serve("finance", this.database, [list]);
  }

  async list(caller: ToolCaller, question: ToolArguments<typeof listTransactions>) {
    const { words, from, to, limit } = question;
    const filter = { ...(words ? { q: words } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) };
    const { total, currencies } = await this.transactions.sums(caller, filter);
    const { items } = await this.transactions.page(caller, { ...filter, limit });
    const output = {
      total,
      sums: currencies.map((one) => ({
        currency: one.currency,
        in: decimalOf(one.in, one.currency),
        out: decimalOf(one.out, one.currency),
        sum: decimalOf(one.sum, one.currency),
      })),
      transactions: items.map(({ id, date, amount, currency, payee, payeeText, note, reference, tags }) => ({
        ...{ id, date, amount: decimalOf(amount, currency), currency, note, reference, tags },
        payee: payee?.name ?? payeeText,
      })),
    };
    // Others write the references of what they pay.
    return { output, outside: items.length > 0, path: "/finance" };
  }
}
