import type { AccountKind } from "./accounts.ts";

/** Accounts whose money a budget is about; loans, investments and assets are outside. */
export const BUDGETED_KINDS: readonly AccountKind[] = ["checking", "savings", "cash", "credit"];
