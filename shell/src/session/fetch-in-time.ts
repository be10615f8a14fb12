import { inTime, wholeInTime } from "@tessera/federation/runtime/in-time.ts";

/** Longest wait for the identity service, ms: every request of the page waits for a token that is being renewed. */
const ANSWER_LIMIT = 20_000;

/** `fetch` of the identity service's short answers, which come whole. @throws LateError for one that is late */
export const fetchInTime: typeof fetch = async (input, init) => {
  const answer = await inTime(ANSWER_LIMIT, (signal) => fetch(input, { ...init, signal }), init?.signal);
  return wholeInTime(ANSWER_LIMIT, answer);
};
