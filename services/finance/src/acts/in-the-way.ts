import { DatabaseError } from "@tessera/service-kit";

/** Unique name taken, row referred to gone, splits that would not add up: SQLSTATE of what stands in the way. */
const STATES = new Set(["23505", "23503", "23514"]);

/** Whether an undo cannot be, as the books are now. */
export const isInTheWay = (error: unknown): boolean => error instanceof DatabaseError && STATES.has(error.code ?? "");

/** Why an undo cannot be, in sentences without the last full stop. */
export const IN_THE_WAY = "What was changed since stands in the way. Undo that first";
export const ALL_CHANGED = "All of it was changed or is used since. Nothing was undone";
