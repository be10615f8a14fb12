/** Keeps the address a visitor asked for while they sign in. */
export interface SavedPath {
  save(path: string): void;
  /** Reads it once: it is cleared. Null when there is none, or it would leave the product. */
  take(): string | null;
}

/** Minutes after which a forgotten path no longer surprises anyone. */
const LIFE_MINUTES = 60;

/** In the cookie named cookie prefix + "-redirect-path"; specification §2. */
export function createSavedPath(cookiePrefix: string): SavedPath {
  const name = `${cookiePrefix}-redirect-path`;
  const write = (value: string, seconds: number) => {
    const secure = location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=lax; max-age=${seconds}${secure}`;
  };
  return {
    save: (path) => write(path, LIFE_MINUTES * 60),
    take() {
      const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
      if (!found) return null;
      write("", 0);
      return ownPath(found.slice(name.length + 1));
    },
  };
}

/** The path when it stays in the product: `//host`, `/\host` and other addresses are refused. */
export function ownPath(encoded: string): string | null {
  try {
    const url = new URL(decodeURIComponent(encoded), location.origin);
    if (url.origin !== location.origin || !decodeURIComponent(encoded).startsWith("/")) return null;
    return url.pathname + url.search + url.hash;
  } catch {
    return null;
  }
}
