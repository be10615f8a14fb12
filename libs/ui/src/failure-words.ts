/** Codes of the gateway for a service that gave no answer to what it may have done. */
const NO_ANSWER = new Set(["service_timeout", "service_broke_off"]);

/** Whether an act failed without an answer: it may have been done all the same. Errors may be of another bundle. */
function mayBeDone(error: unknown): boolean {
  const { code, mayBeDone: isUnknown } = (error ?? {}) as { code?: string; mayBeDone?: boolean };
  return isUnknown === true || (code !== undefined && NO_ANSWER.has(code));
}

/**
 * Why an act failed, for the person who wanted it: `failureWords("Nothing was saved.", error)`. Where the act may have
 * been done, the reason says so, and `words` would be untrue.
 */
export function failureWords(
  words: string,
  error: unknown,
  reason = error instanceof Error ? error.message : String(error),
): string {
  return mayBeDone(error) ? reason : `${words} ${reason}`;
}
