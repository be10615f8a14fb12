import { DatabaseError, isStorageFull } from "../database/database-error.ts";
import { type ProblemException, problem } from "./problem.ts";

/** Seconds after which a client may ask again while the database is away or overloaded. */
const RETRY_AFTER = "2";
/** Seconds after which a client may ask again while the disk is full: somebody has to make room. */
const RETRY_WHEN_FULL = "30";

/**
 * What a person is told when the database, or the disk, is the reason; null when it is not.
 * 503 `database_unavailable` (away, or too slow), 507 `storage_full`.
 */
export function databaseProblem(error: unknown): ProblemException | null {
  if (isStorageFull(error))
    return problem(507, "storage_full", "There is no room left on the disk of this installation. Nothing of this request was kept.", {
      headers: { "retry-after": RETRY_WHEN_FULL },
    });
  if (!(error instanceof DatabaseError) || error.kind === "refused") return null;
  return problem(503, "database_unavailable", sentence(error), { headers: { "retry-after": RETRY_AFTER } });
}

function sentence({ kind, uncertain }: DatabaseError): string {
  if (uncertain)
    return "The connection to the database broke while your change was being saved. Look whether it is there before you try again.";
  if (kind === "timeout") return "The database took too long to answer. Nothing of this request was kept; try again in a few seconds.";
  return "The database cannot be reached at the moment. Nothing of this request was kept; try again in a few seconds.";
}
