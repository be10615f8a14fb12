import type { PageConfig } from "@tessera/federation/composition.ts";

export interface PageSecurity {
  nonce: string;
  /** Other origins the page talks to: hosted identity and realtime. */
  connect: string[];
  /**
   * Origins on this visitor's own machine that they have an app from; empty for everybody without a signed override.
   */
  development: string[];
  /** Sources of the captcha's widget: its script, its frame, what they call. */
  captcha: string[];
}

/** What the widgets of captchas load, from their documentation of content security policies. */
const captchaSources = {
  hcaptcha: ["https://hcaptcha.com", "https://*.hcaptcha.com"],
  turnstile: ["https://challenges.cloudflare.com"],
};

export const sourcesOf = (captcha: PageConfig["captcha"]): string[] =>
  captcha ? [...new Set([new URL(captcha.script).origin, ...captchaSources[captcha.kind]])] : [];

/** Of the service worker's script: what it fetches for pages is our own. */
export const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/**
 * Text becomes a script's address or HTML only through these policies: the page's own
 * (libs/federation/src/runtime/trusted-types.ts), that of libs/ui for what it sanitised, and the sanitiser's. Neither a
 * captcha's widget nor a developer's server is made for that.
 */
const TRUSTED_TYPES: [string, string[]][] = [
  ["require-trusted-types-for", ["'script'"]],
  ["trusted-types", ["default", "tessera-html"]],
];

/** Headers of every page: scripts only from our own origin, styles by nonce, no plugin, no frame around it. */
export function securityHeaders({ nonce, connect, development, captcha }: PageSecurity): Record<string, string> {
  // To a policy a websocket's address is another than the https one of the same host.
  const sockets = [...connect, ...development].map((origin) => origin.replace(/^http/, "ws"));
  const policy: [string, string[]][] = [
    ["default-src", ["'self'"]],
    ["script-src", ["'self'", ...development, ...captcha]],
    ["style-src", ["'self'", `'nonce-${nonce}'`, ...development, ...captcha]],
    ["img-src", ["'self'", "data:", "blob:"]],
    ["media-src", ["'self'", "blob:"]],
    ["connect-src", ["'self'", ...connect, ...development, ...sockets, ...captcha]],
    ["frame-src", ["'self'", ...captcha]],
    ["object-src", ["'none'"]],
    ["base-uri", ["'none'"]],
    ["form-action", ["'self'"]],
    ["frame-ancestors", ["'none'"]],
    ...(development.length + captcha.length === 0 ? TRUSTED_TYPES : []),
  ];
  return {
    "content-security-policy": policy.map(([name, sources]) => `${name} ${sources.join(" ")}`).join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(self), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
  };
}
