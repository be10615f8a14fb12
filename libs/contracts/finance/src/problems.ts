import { defineProblem, type ProblemCodeOf } from "@tessera/contracts-core/define-problem.ts";

export const accountNotFound = defineProblem("account_not_found", 404, "This account does not exist any more.");
export const categoryNotFound = defineProblem("category_not_found", 404, "This category does not exist any more.");
export const payeeNotFound = defineProblem("payee_not_found", 404, "This payee does not exist any more.");
export const tooManyAliases = defineProblem(
  "too_many_aliases",
  409,
  "A payee has {limit} other spellings at most. Merge fewer payees.",
);
export const transactionNotFound = defineProblem(
  "transaction_not_found",
  404,
  "This transaction does not exist any more. If you deleted it, undo that.",
);
export const actNotFound = defineProblem("act_not_found", 404, "There is nothing to undo here.");
export const bankImportNotFound = defineProblem(
  "bank_import_not_found",
  404,
  "This import does not exist any more. Choose the file again.",
);

export const nameTaken = defineProblem("name_taken", 409, 'There is a {thing} named "{name}" already.');
export const currenciesDiffer = defineProblem(
  "currencies_differ",
  409,
  "The account is in {account}, what goes into it in {other}. Choose an account in {other}.",
);
export const splitsDiffer = defineProblem(
  "splits_differ",
  400,
  "The splits do not add up to the amount. Change one of them by the difference.",
);
export const categoryTooDeep = defineProblem(
  "category_too_deep",
  400,
  "Categories have at most {depth} levels, and none lies within itself.",
);
export const tooManyCategories = defineProblem("too_many_categories", 409, "There are {limit} categories at most.");
export const transactionReconciled = defineProblem(
  "transaction_reconciled",
  409,
  "This transaction is reconciled with a statement. Take that back first.",
);
export const reconciliationDiffers = defineProblem(
  "reconciliation_differs",
  409,
  "The transactions that are ticked and the statement differ by {difference} {currency}. Find it, or add it as an adjustment.",
);
export const statementDated = defineProblem(
  "statement_dated",
  409,
  "This account is reconciled up to {date}. Choose a later statement, or undo that reconciliation first.",
);
export const actUndone = defineProblem("act_undone", 409, "This was undone already.");
export const undoConflict = defineProblem("undo_conflict", 409, "{reason}");

export const ruleNotFound = defineProblem("rule_not_found", 404, "This rule does not exist any more.");
export const ruleUnusable = defineProblem("rule_unusable", 400, "The rule was not saved. {reason}");
export const tooManyRules = defineProblem("too_many_rules", 409, "There are {limit} rules at most. Delete one first.");

export const transferNotFound = defineProblem("transfer_not_found", 404, "This transfer does not exist any more.");
export const noTransfer = defineProblem("no_transfer", 409, "These two are no transfer. {reason}");
export const inTransfer = defineProblem(
  "in_transfer",
  409,
  "This transaction is one side of a transfer. Unlink the transfer before you change its amount or account.",
);

export const receiptNotFound = defineProblem("receipt_not_found", 404, "This receipt does not exist any more.");

export const rateNotFound = defineProblem("rate_not_found", 404, "This rate does not exist any more.");
export const noRates = defineProblem("no_rates", 400, "{reason}");
export const rateFileTooLarge = defineProblem(
  "rate_file_too_large",
  413,
  "The file is larger than {megabytes} MB. Choose one with fewer years.",
);
export const tooManyRates = defineProblem(
  "too_many_rates",
  409,
  "There are {limit} exchange rates at most. Delete a pair of currencies first.",
);

export const recurringNotFound = defineProblem("recurring_not_found", 404, "This payment does not recur any more.");
export const notDue = defineProblem(
  "not_due",
  409,
  "{name} is not due on {due}. It may have been paid meanwhile. Nothing was changed.",
);

export const budgetNotFound = defineProblem("budget_not_found", 404, "This budget does not exist any more.");
export const budgetExists = defineProblem("budget_exists", 409, "There is a budget in {currency} already.");
export const outsideBudget = defineProblem(
  "outside_budget",
  400,
  "The budget begins with {start} and has {months} months. Choose one of them.",
);
export const noEnvelope = defineProblem("no_envelope", 409, "{reason}");

export const noFile = defineProblem("no_file", 400, "Choose the file of a bank: OFX, QFX, QIF, CAMT, MT940 or CSV.");
export const bankFileTooLarge = defineProblem(
  "bank_file_too_large",
  413,
  "The file is larger than {megabytes} MB or has more than {entries} entries. Export a shorter time from your bank.",
);
export const unreadableFile = defineProblem("unreadable_file", 400, "{reason}");
export const csvUnreadable = defineProblem("csv_unreadable", 400, "{reason}");
export const noCsv = defineProblem("no_csv", 409, "This file is not CSV, or it was read before corrections were kept.");
export const csvProfileNotFound = defineProblem("csv_profile_not_found", 404, "This profile does not exist any more.");
export const tooManyCsvProfiles = defineProblem(
  "too_many_csv_profiles",
  409,
  "There are {limit} saved profiles at most. Delete one first.",
);
export const importDone = defineProblem("import_done", 409, "This file was imported already.");
export const importWriting = defineProblem(
  "import_writing",
  409,
  "Another file is still being brought into your books. Wait until it is there, or stop it.",
);
export const importUndoing = defineProblem(
  "import_undoing",
  409,
  "An import is still being taken out of your books, or brought back. Wait until that is done.",
);

export type FinanceProblemCode = ProblemCodeOf<typeof import("./problems.ts")>;
