interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown;
}

/** The page's service worker, the one script that is not under /assets/. */
const WORKER = "/sw.js";

/**
 * The policy for every script's address that code gives as a text: loaders of bundles, workers. Only files of releases are scripts, not
 * whatever else this origin answers. Text that is to become HTML or a program is refused: who has clean HTML says so (libs/ui).
 */
export function trustOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory };
  trustedTypes?.createPolicy("default", { createScriptURL: (url) => (isOwnScript(url) ? url : null) });
}

export function isOwnScript(url: string): boolean {
  const { origin, pathname } = new URL(url, location.href);
  return origin === location.origin && (pathname.startsWith("/assets/") || pathname === WORKER);
}
