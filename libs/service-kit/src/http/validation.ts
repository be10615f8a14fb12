import { StandardSchemaValidationPipe } from "@nestjs/common";
import { invalidRequest } from "@tessera/contracts-core/problems.ts";
import { problem } from "./problem.ts";

/** Most places named in one answer. */
const MAX_ERRORS = 20;

/** Checks parameters against their `schema`; a refusal names each place by a JSON pointer. */
export const validationPipe = () =>
  new StandardSchemaValidationPipe({
    exceptionFactory: (issues) => {
      const errors = issues.slice(0, MAX_ERRORS).map((issue) => ({
        path: (issue.path ?? [])
          .map((segment) => `/${String(typeof segment === "object" ? segment.key : segment)}`)
          .join(""),
        message: issue.message,
      }));
      const where = errors[0]?.path ? `${errors[0].path.slice(1).replaceAll("/", ".")}: ` : "";
      return problem(
        invalidRequest,
        { reason: `${where}${errors[0]?.message ?? "The request is not valid"}` },
        { errors },
      );
    },
  });
