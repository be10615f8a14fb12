import type { Problem } from "./problem.ts";

/**
 * Thrown by every typed client when a service answers with an error. Apart from its schema: pages carry no zod for it.
 */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
  get status() {
    return this.problem.status;
  }
  get code() {
    return this.problem.code;
  }
}

/**
 * Whether a service answered with this problem: `isProblemOf<ItemsProblemCode>(error, "plan_limit_reached")`. The
 * compiler checks the code against the area's catalogue, so a page carries neither the catalogue nor its sentences.
 */
export const isProblemOf = <Code extends string = never>(error: unknown, code: NoInfer<Code>): error is ProblemError =>
  error instanceof ProblemError && error.code === code;

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
