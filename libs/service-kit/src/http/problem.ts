import { HttpException } from "@nestjs/common";
import {
  fillSentence,
  hasParameters,
  type ProblemDefinition,
  type SentenceParameters,
} from "@tessera/contracts-core/define-problem.ts";
import type { Problem } from "@tessera/contracts-core/problem.ts";

type Parameters = Record<string, string | number>;
/** Members of the answer besides those of every problem, and headers. */
type Extra = { errors?: Problem["errors"]; headers?: Record<string, string>; [member: string]: unknown };
type Rest<Sentence extends string> =
  Record<never, never> extends SentenceParameters<Sentence>
    ? [extra?: Extra]
    : [parameters: SentenceParameters<Sentence>, extra?: Extra];

/** An error a person can act on, answered as RFC 9457 problem details. */
export class ProblemException extends HttpException {
  readonly detail: string;
  constructor(
    readonly definition: ProblemDefinition,
    parameters: Parameters = {},
    readonly extra: Extra = {},
  ) {
    const detail = fillSentence(definition.sentence, parameters);
    super(detail, definition.status);
    this.detail = detail;
  }

  get code(): string {
    return this.definition.code;
  }
}

/**
 * `throw problem(itemNotFound)`, `throw problem(appNotFound, { app }, { headers })`; definitions are in the catalogues
 * of the contracts.
 */
export function problem<Sentence extends string>(
  definition: ProblemDefinition<string, Sentence>,
  ...rest: Rest<Sentence>
): ProblemException {
  const [parameters, extra] = hasParameters(definition.sentence) ? rest : [{}, rest[0]];
  return new ProblemException(definition, parameters as Parameters, extra as Extra | undefined);
}
