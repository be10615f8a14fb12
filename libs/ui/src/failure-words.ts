import { ProblemError } from "@tessera/contracts-core/problem-error.ts";

/** Codes of the gateway for a service that gave no answer to what it may have done. */
const NO_ANSWER = new Set(["service_timeout", "service_broke_off"]);

/** Whether an act failed without an answer: it may have been done all the same. */
const mayBeDone = (error: unknown): boolean =>
  error instanceof ProblemError
    ? NO_ANSWER.has(error.code)
    : (error as { mayBeDone?: boolean } | null)?.mayBeDone === true;

/**
 * Why an act failed, for the person who wanted it: `failureWords("Nothing was saved.", error)`. Where the act may have
 * been done, the error says so, and `words` would be untrue.
 */
export function failureWords(words: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return mayBeDone(error) ? reason : `${words} ${reason}`;
}
