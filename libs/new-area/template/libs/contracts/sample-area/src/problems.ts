import { defineProblem, type ProblemCodeOf } from "@tessera/contracts-core/define-problem.ts";

export const recordTitleTaken = defineProblem(
  "record_title_taken",
  409,
  'You have a record with the title "{title}" already. Choose another title.',
);

export type SampleAreaProblemCode = ProblemCodeOf<typeof import("./problems.ts")>;
