import type { Preferences } from "@tessera/contracts-settings/settings.ts";
import { FRAME_COOKIE, ownCookie, THEME_COOKIE } from "@tessera/federation/page.ts";

/** Seconds that a browser keeps the choice: the 400 days that browsers allow. */
const LIFE = 400 * 24 * 60 * 60;

/**
 * Gives the document the theme that is shown, and keeps the choice where the server reads it for the next page's first
 * frame. Following the system needs no cookie: the stylesheet of the ground asks the system itself.
 */
export function keepTheme(chosen: Preferences["theme"], shown: "light" | "dark"): void {
  document.documentElement.style.colorScheme = shown;
  document.documentElement.dataset.theme = shown;
  keep(THEME_COOKIE, chosen === "system" ? "" : chosen);
}

/** Keeps how the frame is drawn, for the outline that the server sends before the next page's first script. */
export function keepFrame({ compact, wide }: { compact: boolean; wide: boolean }): void {
  keep(FRAME_COOKIE, [compact && "compact", wide && "wide"].filter(Boolean).join("."));
}

function keep(name: string, value: string): void {
  const isHttps = location.protocol === "https:";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, nor on plain http
  document.cookie = `${ownCookie(name, isHttps)}=${value}; path=/; max-age=${value ? LIFE : 0}; samesite=lax${isHttps ? "; secure" : ""}`;
}
