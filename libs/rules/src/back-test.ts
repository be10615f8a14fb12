import type { Outcome } from "./run.ts";

/** What another list of rules would make of a row. */
export interface Difference<Row> {
  /** Fields that would get another value than now, and not by the rules as they are. */
  changes: (keyof Row)[];
  /** Those of them that a person set. */
  contradicts: (keyof Row)[];
}

/**
 * Compares what two lists of rules make of the same row. @param isPersonal whether a person set a field's value
 */
export function difference<Row>(
  before: Outcome<Row>,
  after: Outcome<Row>,
  isPersonal: (field: keyof Row) => boolean,
): Difference<Row> {
  const changes = (Object.keys(after.patch) as (keyof Row)[]).filter(
    (field) => JSON.stringify(after.patch[field]) !== JSON.stringify(before.patch[field]),
  );
  return { changes, contradicts: changes.filter(isPersonal) };
}
