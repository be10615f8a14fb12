import type { PageConfig } from "@tessera/federation/composition.ts";

type CaptchaConfig = NonNullable<PageConfig["captcha"]>;

/** What hCaptcha and Turnstile have in common, from their documentation of explicit rendering. */
interface Widget {
  render(host: HTMLElement, options: Record<string, unknown>): string;
  execute(id: string): unknown;
  remove(id: string): void;
}

/** Calls that scripts try; the identity service asks for a captcha before them. */
const PROTECTED = /\/auth\/v1\/(?:signup|otp|recover|resend|sso|token\?grant_type=(?:password|web3))(?:[?&]|$)/;

/**
 * `fetch` for the identity service that sends along, with each call that needs it, the token of a captcha solved for
 * it.
 */
export function withCaptcha(
  config: CaptchaConfig,
  fetching: typeof fetch = fetch,
  solve = solver(config),
): typeof fetch {
  return async (input, init) => {
    if (init?.method !== "POST" || typeof init.body !== "string" || !PROTECTED.test(String(input)))
      return fetching(input, init);
    const captcha_token = await solve().catch((error: unknown) => {
      console.warn("The captcha was not solved", error);
      return null;
    });
    // Without a token the service refuses, and says so in its own words.
    if (!captcha_token) return fetching(input, init);
    return fetching(input, {
      ...init,
      body: JSON.stringify({ ...JSON.parse(init.body), gotrue_meta_security: { captcha_token } }),
    });
  };
}

/**
 * Draws the widget over the page; mostly it shows nothing, and asks the person only when it doubts. A token is good for
 * one call.
 */
function solver({ kind, siteKey, script }: CaptchaConfig): () => Promise<string> {
  return async () => {
    const widget = await load(kind, script);
    const host = document.createElement("div");
    Object.assign(host.style, {
      position: "fixed",
      insetInline: "0",
      bottom: "16px",
      display: "grid",
      placeItems: "center",
      zIndex: "2500",
    });
    document.body.append(host);
    let id = "";
    try {
      return await new Promise<string>((solved, failed) => {
        const fail = (reason: unknown) => failed(new Error(`The captcha ended with ${String(reason)}`));
        id = widget.render(host, {
          sitekey: siteKey,
          ...(kind === "hcaptcha" ? { size: "invisible" } : { execution: "execute", appearance: "interaction-only" }),
          theme: document.documentElement.dataset.theme === "dark" ? "dark" : "light",
          callback: solved,
          "error-callback": fail,
          "expired-callback": () => fail("a token that is too old"),
          "chalexpired-callback": () => fail("a challenge that took too long"),
          "close-callback": () => fail("a challenge that was closed"),
          "timeout-callback": () => fail("a challenge that took too long"),
        });
        widget.execute(id);
      });
    } finally {
      if (id) widget.remove(id);
      host.remove();
    }
  };
}

const loading = new Map<string, Promise<Widget>>();

function load(kind: CaptchaConfig["kind"], address: string): Promise<Widget> {
  const known = loading.get(address);
  if (known) return known;
  const loaded = new Promise<Widget>((ready, failed) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    script.onload = () => {
      const widget = (globalThis as Partial<Record<typeof kind, Widget>>)[kind];
      if (widget) ready(widget);
      else failed(new Error(`${address} is not the widget of ${kind}`));
    };
    script.onerror = () => {
      script.remove();
      failed(new Error(`${address} could not be loaded`));
    };
    document.head.append(script);
  });
  loading.set(address, loaded);
  loaded.catch(() => loading.delete(address));
  return loaded;
}
