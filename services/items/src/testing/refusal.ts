import type { Problem, ProblemError } from "@tessera/contracts-core/problem.ts";

/** The problem that a request is refused with. @throws Error when it is not refused */
export const refusal = (sent: Promise<unknown>): Promise<Problem> =>
  sent.then(
    () => Promise.reject(new Error("The request was not refused")),
    (error: ProblemError) => error.problem ?? Promise.reject(error),
  );
