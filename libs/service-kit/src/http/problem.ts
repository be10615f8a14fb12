import { HttpException } from "@nestjs/common";
import type { Problem } from "@tessera/contracts-core/problem.ts";

/** An error a person can act on, answered as RFC 9457 problem details. */
export class ProblemException extends HttpException {
  constructor(
    status: number,
    readonly code: string,
    readonly detail: string,
    readonly extra: { errors?: Problem["errors"]; headers?: Record<string, string>; [member: string]: unknown } = {},
  ) {
    super(detail, status);
  }
}

/** `throw problem(404, "item_not_found", "This card does not exist, or it is not yours.")` */
export const problem = (status: number, code: string, detail: string, extra?: ProblemException["extra"]) =>
  new ProblemException(status, code, detail, extra);
