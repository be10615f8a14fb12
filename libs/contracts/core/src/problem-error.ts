import type { Problem } from "./problem.ts";

/** Thrown by every typed client when a service answers with an error. Apart from its schema: pages carry no zod for it. */
export class ProblemError extends Error {
  override name = "ProblemError";
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
  get status() {
    return this.problem.status;
  }
  get code() {
    return this.problem.code;
  }
}

/** Whether an answer's body is a problem as our services answer it; what stands between (a proxy) answers others. */
export function isProblem(body: unknown): body is Problem {
  const problem = body as Partial<Problem> | null;
  return (
    typeof problem === "object" &&
    problem !== null &&
    typeof problem.status === "number" &&
    typeof problem.code === "string" &&
    typeof problem.detail === "string"
  );
}
