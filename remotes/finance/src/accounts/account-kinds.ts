import type { AccountKind } from "@tessera/contracts-finance/accounts.ts";

export const KIND_NAMES: Record<AccountKind, string> = {
  checking: "Current account",
  savings: "Savings",
  cash: "Cash",
  credit: "Credit card",
  loan: "Loan",
  investment: "Investment",
  asset: "Other",
};
