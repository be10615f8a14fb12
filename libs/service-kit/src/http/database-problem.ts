import {
  apiTokenCards,
  commitUncertain,
  databaseTooSlow,
  databaseUnavailable,
  storageFull,
} from "@tessera/contracts-core/problems.ts";
import { DatabaseError, isStorageFull } from "../database/database-error.ts";
import { type ProblemException, problem } from "./problem.ts";

/** Seconds after which a client may ask again while the database is away or overloaded. */
const RETRY_AFTER = "2";
/** The policy that refuses rows beyond the cards of an API token, in every schema. */
const TOKEN_POLICY = "of_token";
/** Seconds after which a client may ask again while the disk is full: somebody has to make room. */
const RETRY_WHEN_FULL = "30";

/**
 * What a person reads when the database, or the disk, is the reason; null when it is not.
 * 403 `api_token_cards`, 503 `database_unavailable` (away, or too slow), 507 `storage_full`.
 */
export function databaseProblem(error: unknown): ProblemException | null {
  if (isStorageFull(error))
    return problem(storageFull, {
      headers: { "retry-after": RETRY_WHEN_FULL },
    });
  if (!(error instanceof DatabaseError)) return null;
  if (error.policy === TOKEN_POLICY) return problem(apiTokenCards);
  if (error.kind === "refused") return null;
  return problem(kindOf(error), { headers: { "retry-after": RETRY_AFTER } });
}

function kindOf({ kind, uncertain }: DatabaseError) {
  if (uncertain) return commitUncertain;
  return kind === "timeout" ? databaseTooSlow : databaseUnavailable;
}
