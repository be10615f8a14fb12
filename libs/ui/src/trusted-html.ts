interface TrustedTypePolicy {
  createHTML(html: string): unknown;
  createScriptURL(url: string): unknown;
}
interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: { createHTML(html: string): string }): TrustedTypePolicy;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory };
/**
 * Named in the page's security policy: no other code can make one of this name, so this file is bundled once, into the
 * shared library. For sanitisers, which work on the text that they clean; it makes no script addresses.
 */
export const htmlPolicy = trustedTypes?.createPolicy("tessera-html", { createHTML: (html) => html });

/**
 * Says to the browser that this HTML may be drawn: for what this library has sanitised, or puts into a frame that runs
 * no script. The page refuses any other text (Trusted Types).
 */
export const trustedHtml = (html: string): string => (htmlPolicy ? (htmlPolicy.createHTML(html) as string) : html);
