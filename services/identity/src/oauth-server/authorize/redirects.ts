/**
 * A client's own redirect address with an answer in its query. `iss` says which server answered (RFC 9207), against
 * mix-up.
 */
export function answerAt(
  redirectUri: string,
  issuer: string,
  state: string | null,
  answer: { code: string } | { error: string; error_description: string },
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, ...(state === null ? {} : { state }), iss: issuer }))
    url.searchParams.set(name, value);
  return url.href;
}
