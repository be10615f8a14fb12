import { defineProblem, type ProblemCodeOf } from "@tessera/contracts-core/define-problem.ts";

// What identity answers outside auth/v1, whose own format is in auth-errors.ts.

export const noOutbox = defineProblem("not_found", 404, "There is no outbox here: mails are sent.");

export type IdentityProblemCode = ProblemCodeOf<typeof import("./problems.ts")>;
