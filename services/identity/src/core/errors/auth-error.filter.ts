import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Injectable,
  NotFoundException,
} from "@nestjs/common";
import type { CoreProblemCode } from "@tessera/contracts-core/problems.ts";
import { databaseProblem, Log, ProblemException, withoutValues } from "@tessera/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AllowedMethods } from "../http/allowed-methods.ts";
import { AuthError } from "./auth-error.ts";

/** First version of the interface whose errors are `{code, message}`; IDENTITY.md, "Errors". */
const NAMED_CODES_SINCE = Date.parse("2024-01-01T00:00:00Z");

/**
 * Writes every error of auth/v1 as its clients expect: by default `{code: status, error_code, msg}`, else what their
 * version header asks for.
 */
@Catch()
@Injectable()
export class AuthErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(Log) private readonly log: Log,
    @Inject(AllowedMethods) private readonly allowed: AllowedMethods,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost) {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const path = request.url.split("?")[0]!;
    // Nest throws this where there is no handler.
    const methods = thrown instanceof NotFoundException ? this.allowed.at(path) : [];
    if (methods.length) reply.header("allow", methods.join(", "));
    const error = methods.length ? methodNotAllowed(methods) : asAuthError(thrown);
    if (error.status >= 500) this.log.error({ err: thrown, method: request.method, path }, "request failed");
    const version = String(request.headers["x-supabase-api-version"] ?? "");
    const named = Date.parse(`${version}T00:00:00Z`) >= NAMED_CODES_SINCE;
    if (error.extra.retryAfterSeconds) reply.header("retry-after", String(error.extra.retryAfterSeconds));
    reply.header("x-sb-error-code", error.code).header("cache-control", "no-store");
    if (named) reply.header("x-supabase-api-version", version);
    reply.status(error.status).type("application/json").send(bodyOf(error, named));
  }
}

const methodNotAllowed = (methods: string[]) =>
  new AuthError(405, "method_not_allowed", `This address takes only ${methods.join(", ")}`);

function bodyOf({ status, code, message, extra }: AuthError, named: boolean) {
  if (extra.isOAuth) return { error: code, error_description: message };
  const weak = extra.weakPasswordReasons ? { weak_password: { reasons: extra.weakPasswordReasons } } : {};
  return named ? { code, message, ...weak } : { code: status, error_code: code, msg: message, ...weak };
}

function asAuthError(thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown;
  const unavailable = databaseProblem(withoutValues(thrown));
  if (unavailable)
    return new AuthError(unavailable.getStatus(), unavailable.code as CoreProblemCode, unavailable.detail, {
      retryAfterSeconds: Number(unavailable.extra.headers?.["retry-after"]),
    });
  if (thrown instanceof ProblemException)
    return new AuthError(
      thrown.getStatus(),
      thrown.getStatus() === 400 ? "validation_failed" : (thrown.code as CoreProblemCode),
      wordsOf(thrown),
    );
  const status =
    thrown instanceof HttpException ? thrown.getStatus() : ((thrown as { statusCode?: number }).statusCode ?? 500);
  const known = unread[status];
  if (known) return known;
  if (status < 500) return new AuthError(status, "validation_failed", (thrown as Error).message);
  return new AuthError(500, "unexpected_failure", "Unexpected failure, please try again");
}

/** Requests that reach no handler, by status. */
const unread: Record<number, AuthError> = {
  400: new AuthError(400, "bad_json", "Could not parse request body as JSON"),
  404: new AuthError(404, "not_found", "Nothing answers at this address"),
  413: new AuthError(413, "request_entity_too_large", "The request body is too large"),
  415: new AuthError(
    415,
    "unsupported_media_type",
    "The request body must be JSON: set the content type application/json",
  ),
};

/**
 * A whole sentence about one member stands alone, as upstream words it; "must be …" needs the member's name before it.
 */
function wordsOf(thrown: ProblemException): string {
  const sentence = thrown.extra.errors?.[0]?.message ?? "";
  return /^[A-Z]/.test(sentence) && !sentence.startsWith("Invalid input") && !sentence.startsWith("Too ")
    ? sentence
    : thrown.detail;
}
