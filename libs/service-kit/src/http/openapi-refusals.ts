import type { OpenAPIObject } from "@nestjs/swagger";

type Responses = NonNullable<OpenAPIObject["paths"][string]["get"]>["responses"];
type Answer = Extract<Responses[string], { description: string }>;

/** What is known of an operation, from its decorators and its address. */
export interface OperationFacts {
  signedIn: boolean;
  subscribed: boolean;
  idempotent: boolean;
  limited: boolean;
  freshProof: boolean;
  needsVersion: boolean;
  namesOne: boolean;
  writes: boolean;
}

interface Refusal {
  words: string;
  when(facts: OperationFacts): boolean;
  headers?: Answer["headers"];
}

const header = (description: string, example: string) => ({
  description,
  schema: { type: "string" as const },
  example,
});
const retryAfter = { "Retry-After": header("Seconds to wait", "2") };

/** What every handler of a kind may refuse, in addition to what it says itself. */
const REFUSALS: Record<number, Refusal> = {
  400: { words: "invalid_request; `errors` names each place by a JSON pointer", when: () => true },
  401: {
    words: "no_authorization, bad_jwt, session_ended or api_token_invalid: send a token that is valid",
    when: ({ signedIn }) => signedIn,
    headers: { "WWW-Authenticate": header("How to authenticate", 'Bearer error="invalid_token"') },
  },
  402: { words: "subscription_required: no plan is active", when: ({ subscribed }) => subscribed },
  403: {
    words:
      "insufficient_aal: the account has a second factor that was not given; insufficient_scope: a client's token; api_token_not_accepted, " +
      "api_token_scope, api_token_cards: an API token",
    when: ({ signedIn }) => signedIn,
  },
  404: { words: "there is no such thing, or it is another person's", when: ({ namesOne }) => namesOne },
  409: {
    words: "request_in_progress: an earlier request with this Idempotency-Key still runs",
    when: ({ idempotent }) => idempotent,
    headers: retryAfter,
  },
  412: {
    words: "version_conflict: the thing was changed since; `version` is the current one",
    when: ({ needsVersion }) => needsVersion,
  },
  413: { words: "the body is larger than this address takes", when: ({ writes }) => writes },
  414: { words: "a part of the address is too long", when: ({ namesOne }) => namesOne },
  415: {
    words: "the body is of another type, encoding or charset than this address takes",
    when: ({ writes }) => writes,
  },
  422: { words: "idempotency_key_reused: the key was used for another request", when: ({ idempotent }) => idempotent },
  428: { words: "precondition_required: If-Match is missing", when: ({ needsVersion }) => needsVersion },
  429: {
    words: "too_many_requests: wait as many seconds as Retry-After says",
    when: ({ limited }) => limited,
    headers: retryAfter,
  },
  503: {
    words: "database_unavailable, or a service that is needed does not answer",
    when: () => true,
    headers: retryAfter,
  },
  507: { words: "storage_full: there is no room left on the disk", when: ({ writes }) => writes, headers: retryAfter },
};

/** Adds what an operation may refuse; what it says itself of a status stays, and gets the headers. */
export function addRefusals(responses: Responses, facts: OperationFacts, content: Answer["content"]): void {
  for (const [status, { words, when, headers }] of Object.entries(REFUSALS)) {
    if (!when(facts)) continue;
    const own = responses[status] as Answer | undefined;
    const proof =
      status === "403" && facts.freshProof ? ", or reauthentication_needed: prove who you are and ask again" : "";
    // A conflict that the operation names itself does not pass by waiting.
    const more = status === "409" && own?.description ? undefined : headers;
    responses[status] = {
      description: (own?.description || words) + proof,
      ...(more || own?.headers ? { headers: { ...more, ...own?.headers } } : {}),
      content: { ...content, ...own?.content },
    };
  }
  // A page that can sign out, where cookies are what is too large; also where a path or a query is.
  responses[431] = {
    description: "The headers, or the address, are too large",
    content: { "text/html": { schema: { type: "string" } } },
  };
}
