/** Keeps the address a visitor asked for while they sign in, or choose a plan. */
export interface SavedPath {
  save(path: string): void;
  /** Null when there is none, or it would leave the product. */
  peek(): string | null;
  /** Reads it once: it is cleared. */
  take(): string | null;
}

/** TTL of a saved path in minutes: a forgotten one should not surprise anybody later. */
const LIFE_MINUTES = 60;

/** In the cookie named cookie prefix + "-redirect-path"; specification §2. */
export function createSavedPath(cookiePrefix: string): SavedPath {
  const name = `${cookiePrefix}-redirect-path`;
  const write = (value: string, seconds: number) => {
    const secure = location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=lax; max-age=${seconds}${secure}`;
  };
  const peek = () => {
    const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
    return found ? ownPath(found.slice(name.length + 1)) : null;
  };
  return {
    save: (path) => write(path, LIFE_MINUTES * 60),
    peek,
    take() {
      const path = peek();
      write("", 0);
      return path;
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
