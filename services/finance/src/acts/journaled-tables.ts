/** Columns that an undo sets back, of the tables with a journal; parents come before what refers to them. */
export const JOURNALED = {
  account: ["name", "kind", "currency", "number", "opening", "closed"],
  category: ["name", "parent_id", "income"],
  payee: ["name", "key", "aliases"],
  reconciliation: ["account_id", "date", "closing", "locked"],
  transaction: [
    ...["account_id", "date", "value_date", "amount", "payee_id", "payee_text", "note", "reference", "tags"],
    ...["state", "import_id", "imported", "counterparty", "reconciliation_id", "original_amount", "original_currency"],
  ],
  split: ["transaction_id", "place", "amount", "category_id", "note"],
  transfer: ["from_id", "to_id", "fee", "automatic", "whole_id"],
  transfer_refusal: ["from_id", "to_id", "also"],
  rule: ["name", "stage", "condition", "actions", "enabled"],
  rule_refusal: ["payee_id", "category_id"],
  budget: ["currency", "kind", "start"],
  budget_cell: ["budget_id", "month", "category_id", "amount", "carries"],
  budget_hold: ["budget_id", "month", "amount"],
  receipt: ["merchant", "date", "currency", "total", "tax", "lines", "found", "by_hand", "from_mail", "in_trash"],
  receipt_link: ["receipt_id", "transaction_id", "automatic"],
  receipt_refusal: ["receipt_id", "transaction_id"],
  csv_profile: ["name", "account_id", "layout"],
  recurring: ["account_id", "payee_id", "state", "name", "every", "anchor", "own_amount", "by_hand"],
  recurring_settled: ["recurring_id", "due", "how"],
  preference: ["first_day", "remind_days"],
  rate: ["base", "quote", "day", "rate", "source", "file"],
} as const satisfies Record<string, readonly string[]>;

/** Columns of them that follow from transactions: an undo leaves them, and they are computed again. */
export const COMPUTED: Partial<Record<JournaledTable, readonly string[]>> = {
  recurring: ["amount", "varies", "payments"],
};

export type JournaledTable = keyof typeof JOURNALED;
export const JOURNALED_TABLES = Object.keys(JOURNALED) as JournaledTable[];
