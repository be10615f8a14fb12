import { defineProblem, type ProblemCodeOf, type ProblemDefinition } from "./define-problem.ts";

// What any service may answer, whatever its area.

/** `errors` names each refused place by a JSON pointer. */
export const invalidRequest = defineProblem("invalid_request", 400, "{reason}");
export const invalidCursor = defineProblem(
  "invalid_cursor",
  400,
  "The cursor does not belong to this list. Start again from its first page.",
);

export const noAuthorization = defineProblem(
  "no_authorization",
  401,
  "This address needs a signed-in person: send an access token.",
);
export const badJwt = defineProblem("bad_jwt", 401, "{reason}");
export const sessionEnded = defineProblem(
  "session_ended",
  401,
  "This session has ended, or the account has changed since. Renew the session or sign in again.",
);
export const insufficientAal = defineProblem(
  "insufficient_aal",
  403,
  "This account has a second factor. Enter it to continue.",
);
export const insufficientScope = defineProblem(
  "insufficient_scope",
  403,
  "This app may not do this. Allow it more, or do it yourself in Tessera.",
);
/** An API token that nobody made, that has expired or was revoked, or whose person may not use their account. */
export const apiTokenInvalid = defineProblem(
  "api_token_invalid",
  401,
  "This API token does not count: it is unknown, has expired, or was revoked. Make another under Settings, API tokens.",
);
export const apiTokenNotAccepted = defineProblem(
  "api_token_not_accepted",
  403,
  "This address takes no API tokens. Sign in to Tessera to use it.",
);
export const apiTokenScope = defineProblem(
  "api_token_scope",
  403,
  "This API token lacks the scope {scope}. Make one that has it under Settings, API tokens.",
);
/** A card that a limited API token would make or change into one that it does not reach. */
export const apiTokenCards = defineProblem(
  "api_token_cards",
  403,
  "This API token reaches only some of your cards, by their type or tag, and this is none of them.",
);
export const reauthenticationNeeded = defineProblem(
  "reauthentication_needed",
  403,
  "Confirm that it is you: give your password, a code, or sign in again.",
);
export const identityUnreachable = defineProblem(
  "identity_unreachable",
  503,
  "Sign-in cannot be checked at the moment. Try again in a few seconds.",
);
export const sessionsUnknown = defineProblem(
  "sessions_unknown",
  503,
  "It cannot be checked at the moment whether you are still signed in. Try again in a few seconds.",
);

export const subscriptionRequired = defineProblem(
  "subscription_required",
  402,
  "This needs an active subscription. Choose a plan under Billing; what you have stored is kept.",
);
export const subscriptionUnknown = defineProblem(
  "subscription_unknown",
  503,
  "Your subscription cannot be checked at the moment. Nothing was changed; try again in a few seconds.",
);

export const tooManyRequests = defineProblem("too_many_requests", 429, "Too many requests. Try again in {wait}.");
export const requestInProgress = defineProblem(
  "request_in_progress",
  409,
  "The same request is being worked on. Ask again in a moment.",
);
export const idempotencyKeyReused = defineProblem(
  "idempotency_key_reused",
  422,
  "This Idempotency-Key was used for another request. Use a new one.",
);
export const preconditionRequired = defineProblem(
  "precondition_required",
  428,
  'Say which version you have seen: send it as If-Match, for example If-Match: "3".',
);

/** `version` is the current one. */
export const versionConflict = defineProblem(
  "version_conflict",
  412,
  "Somebody changed this item meanwhile. Nothing was saved; look at the new version and repeat your change.",
);

export const jobNotFound = defineProblem("job_not_found", 404, "This job does not exist, or it is not yours.");
export const jobFinished = defineProblem("job_finished", 409, "The job has already ended.");
export const jobNotFinished = defineProblem(
  "job_not_finished",
  409,
  "Only a failed or cancelled job can be run again.",
);
export const tooManyWaitingJobs = defineProblem(
  "too_many_waiting_jobs",
  429,
  "{limit} of your jobs of this kind still wait. Ask again when some have ended, or cancel some under Queue, Jobs.",
);
export const jobStillRuns = defineProblem("job_not_finished", 409, "The job still runs. Cancel it first.");

export const notMultipart = defineProblem(
  "not_multipart",
  415,
  "Send the files as multipart/form-data, in the field files.",
);
export const unsupportedCharset = defineProblem(
  "unsupported_charset",
  415,
  "JSON is read as UTF-8 alone. Send it without another charset.",
);
export const unsupportedEncoding = defineProblem(
  "unsupported_encoding",
  415,
  "Compressed bodies are not read. Send the JSON without a content encoding.",
);

export const databaseUnavailable = defineProblem(
  "database_unavailable",
  503,
  "The database cannot be reached at the moment. Nothing of this request was kept; try again in a few seconds.",
);
export const databaseTooSlow = defineProblem(
  "database_unavailable",
  503,
  "The database took too long to answer. Nothing of this request was kept; try again in a few seconds.",
);
/** The connection broke during the commit. */
export const commitUncertain = defineProblem(
  "database_unavailable",
  503,
  "The connection to the database broke while your change was being saved. Look whether it is there before you try again.",
);
export const filesUnavailable = defineProblem(
  "files_unavailable",
  503,
  "The files of this installation cannot be reached at the moment. Try again in a few seconds.",
);
export const exportNotFound = defineProblem(
  "export_not_found",
  404,
  "There is no export to download. Ask for a new one.",
);
export const exportEnded = defineProblem(
  "export_ended",
  409,
  "The export was cancelled at this moment. Ask for it again.",
);
export const storageFull = defineProblem(
  "storage_full",
  507,
  "There is no room left on the disk of this installation. Nothing of this request was kept.",
);

// Requests that reach no handler, or whose handler failed.
export const badRequest = defineProblem("bad_request", 400, "{reason}");
export const notFound = defineProblem("not_found", 404, "Nothing answers at this address.");
export const requestTimeout = defineProblem(
  "request_timeout",
  408,
  "The request took too long to arrive. Send it again.",
);
export const payloadTooLarge = defineProblem(
  "payload_too_large",
  413,
  "The request is larger than this address takes. Send it in smaller parts.",
);
export const uriTooLong = defineProblem(
  "uri_too_long",
  414,
  "The address is longer than the server takes. Shorten it.",
);
export const unsupportedMediaType = defineProblem(
  "unsupported_media_type",
  415,
  "The content type of the body is not one this address takes.",
);
export const internalError = defineProblem(
  "internal_error",
  500,
  "Something went wrong on our side. Nothing of this request was kept; it is safe to try again.",
);

/** The refusals of the server's framework, by status. */
export const refusals: Partial<Record<number, ProblemDefinition>> = {
  404: notFound,
  408: requestTimeout,
  413: payloadTooLarge,
  414: uriTooLong,
  415: unsupportedMediaType,
};

export type CoreProblemCode = ProblemCodeOf<typeof import("./problems.ts")>;
