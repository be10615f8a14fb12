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
export const entryNotAssignable = defineProblem(
  "entry_not_assignable",
  409,
  "An agent asked you this, so no agent may decide it. Only you can.",
);
export const jobNotEditable = defineProblem(
  "job_not_editable",
  409,
  "Jobs of this kind take no other input. Retry runs it again as it was.",
);
export const jobNotRetryable = defineProblem(
  "job_not_retryable",
  409,
  "This is not run again from here. Start it again on its own page.",
);
export const internalJobNotFailed = defineProblem(
  "internal_job_not_failed",
  409,
  "None of these jobs has failed, or what they were given is not kept any more.",
);
export const nothingMatches = defineProblem(
  "nothing_matches",
  409,
  "No job that this would change matches the filter any more.",
);
export const tooManyFilters = defineProblem(
  "too_many_filters",
  409,
  "You keep {limit} filters already. Delete one that you no longer use.",
);
export const filterNotFound = defineProblem("filter_not_found", 404, "This filter does not exist any more.");
export const filterExists = defineProblem("filter_exists", 409, "You keep a filter of this name. Choose another name.");
export const scheduleNotFound = defineProblem("schedule_not_found", 404, "There is no schedule of this name.");
export const notForEverybody = defineProblem(
  "background_work_administrators_only",
  403,
  "Only administrators may see and change what runs in the background of everybody.",
);

export type QueueProblemCode = ProblemCodeOf<typeof import("./problems.ts")>;
