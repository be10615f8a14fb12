import { defineProblem, type ProblemCodeOf } from "@tessera/contracts-core/define-problem.ts";

export const entryNotFound = defineProblem(
  "entry_not_found",
  404,
  "This entry is not in your queue. It may have been settled elsewhere.",
);
export const alreadySettled = defineProblem(
  "entry_closed",
  409,
  "This matter was settled elsewhere; there is nothing left to decide.",
);
export const invalidSnooze = defineProblem("invalid_snooze", 400, "{reason}");

export type QueueProblemCode = ProblemCodeOf<typeof import("./problems.ts")>;
