const PREFIX = "__Host-";

/**
 * Gives cookies that an earlier version kept under their plain names the names of now, which no other host of the
 * domain can set: nobody is signed out by it. Does nothing where names have no prefix, which browsers take on https
 * alone.
 * @param name what the session's cookies and the saved path's begin with
 */
export function adoptPlainCookies(name: string): void {
  if (!name.startsWith(PREFIX)) return;
  const present = document.cookie.split("; ");
  const isSignedIn = present.some((pair) => pair.startsWith(name));
  for (const pair of present) {
    if (!pair.startsWith(name.slice(PREFIX.length))) continue;
    const [plain] = pair.split("=", 1);
    // biome-ignore-start lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous
    if (!isSignedIn) document.cookie = `${PREFIX}${pair}; path=/; samesite=lax; secure; max-age=${LIFE_SECONDS}`;
    document.cookie = `${plain}=; path=/; max-age=0`;
    // biome-ignore-end lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous
  }
}

/** Specification §9: 400 days. */
const LIFE_SECONDS = 400 * 86_400;
