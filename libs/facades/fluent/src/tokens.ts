/** Tokens that no theme sets: Fluent's own values. */
const STACKING: Record<string, number> = {
  zIndexBackground: 0,
  zIndexContent: 1,
  zIndexOverlay: 1000,
  zIndexPopup: 2000,
  zIndexMessages: 3000,
  zIndexFloating: 4000,
  zIndexPriority: 5000,
  zIndexDebug: 6000,
};

/**
 * Stands for `@fluentui/tokens/lib/tokens.js` in the shell's build: each token is the CSS variable of its name, so that
 * the list of 467 names, 7 KiB of every first view, is left out.
 */
export const tokens = /* @__PURE__ */ new Proxy({} as Record<string, string>, {
  get: (_, key) => {
    const name = String(key);
    return name in STACKING ? `var(--${name}, ${STACKING[name]})` : `var(--${name})`;
  },
});
