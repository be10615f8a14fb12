import { filesUnavailable } from "@tessera/contracts-core/problems.ts";
import { FilesUnavailable } from "../files/file-store.ts";
import { type ProblemException, problem } from "./problem.ts";

/** 503 `files_unavailable` when the place where files are kept is the reason; null when it is not. */
export const filesProblem = (error: unknown): ProblemException | null =>
  error instanceof FilesUnavailable ? problem(filesUnavailable, { headers: { "retry-after": "5" } }) : null;
