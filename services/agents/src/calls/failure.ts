import { AddressRefused } from "../reach/provider-address.ts";

/** A provider's failure in a sentence for the person, and whether another try may help. */
export class ProviderFailure extends Error {
  override name = "ProviderFailure";
  constructor(
    sentence: string,
    readonly isTransient: boolean,
    /** Seconds after which the provider wants to be asked again. */
    readonly retryAfter: number | null = null,
  ) {
    super(sentence);
  }
}

/** Longest part of a provider's own words that a sentence repeats, in characters. */
const MAX_WORDS = 300;

/**
 * A failed answer in words.
 * @param words what the provider said of it; never the request, which carries the key
 */
export function failureOf(
  provider: string,
  status: number,
  words: string,
  retryAfter?: string | null,
): ProviderFailure {
  const said = quoted(words);
  if (status === 401 || status === 403)
    return new ProviderFailure(
      `${provider} refused the key (${status}). Check it under Settings, Models.${said}`,
      false,
    );
  if (status === 402)
    return new ProviderFailure(
      `${provider} wants to be paid first (402): the account there has no credit.${said}`,
      false,
    );
  if (status === 404)
    return new ProviderFailure(
      `${provider} does not know this address or model (404). Check the base URL and the model's name.${said}`,
      false,
    );
  if (status === 413)
    return new ProviderFailure(`What was sent is too long for ${provider} (413). Shorten it.${said}`, false);
  if (status === 429) {
    const seconds = Number(retryAfter) > 0 ? Math.min(3600, Math.ceil(Number(retryAfter))) : null;
    const when = seconds ? `Try again in ${seconds} second${seconds === 1 ? "" : "s"}.` : "Try again in a minute.";
    return new ProviderFailure(`${provider} takes no more requests at the moment (429). ${when}${said}`, true, seconds);
  }
  if (status >= 500)
    return new ProviderFailure(`${provider} has a fault of its own (${status}). Try again later.${said}`, true);
  return new ProviderFailure(`${provider} refused the request (${status}).${said}`, false);
}

/** A provider's own words, to stand behind a sentence, in characters that can be stored; "" without any. */
export function quoted(words: string): string {
  const line = words.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (!line) return "";
  const said = line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line;
  return ` It says: “${said.toWellFormed()}”`;
}

/** What broke on the way to or from a provider, in words. */
export function brokenOf(provider: string, error: unknown, hasBegun: boolean): ProviderFailure {
  for (const cause of causesOf(error)) {
    if (cause instanceof ProviderFailure) return cause;
    if (cause instanceof AddressRefused) return new ProviderFailure(cause.message, false);
    const { code = "" } = cause as { code?: string };
    if (hasBegun) continue;
    if (code === "ECONNREFUSED")
      return new ProviderFailure(`${provider} does not answer at its address: nothing listens there.`, true);
    if (/TIMEOUT/.test(code)) return new ProviderFailure(`${provider} did not answer in time.`, true);
    if (/CERT|SSL|TLS|SIGNED/.test(code))
      return new ProviderFailure(`The certificate of ${provider} is not valid.`, false);
    if (/redirect/i.test(cause.message))
      return new ProviderFailure(`${provider} redirects elsewhere. Enter the address that it leads to.`, false);
  }
  return hasBegun
    ? new ProviderFailure(`The connection to ${provider} broke off before the answer ended.`, true)
    : new ProviderFailure(`${provider} could not be reached. Check its address.`, true);
}

/** An error and what caused it, the outermost first. */
function* causesOf(error: unknown): Generator<Error> {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) yield at;
}
