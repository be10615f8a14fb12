import { z } from "zod";

export { ProblemError } from "./problem-error.ts";

/** One refused field or entry; `path` is a JSON pointer into the body ("/tags/3"), or names the entry of an import. */
export const ProblemDetail = z.object({ path: z.string(), message: z.string() });

/** RFC 9457 problem details, as every service answers an error (`application/problem+json`). */
export const Problem = z
  .object({
    type: z.string().describe("about:blank, or a URI that names the kind"),
    title: z.string(),
    status: z.int(),
    /** Machine-readable name of the error, for example `item_not_found`. */
    code: z.string(),
    /** A sentence a person can act on. */
    detail: z.string(),
    instance: z.string().optional().describe("the request id"),
    errors: z.array(ProblemDetail).optional(),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;
