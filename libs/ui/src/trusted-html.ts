interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): unknown };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory };
/** Named in the page's security policy: no other code can make one of this name. */
const policy = trustedTypes?.createPolicy("tessera-html", { createHTML: (html) => html });

/**
 * Says to the browser that this HTML may be drawn: for what this library has sanitised, or puts into a frame that runs no script. The
 * page refuses any other text (Trusted Types).
 */
export const trustedHtml = (html: string): string => (policy ? (policy.createHTML(html) as string) : html);
