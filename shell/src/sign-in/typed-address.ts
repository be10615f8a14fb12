const KEY = "tessera.sign-in-address";

/** What was typed as address, kept for the tab: it is still there after the way to another service and back. */
export const keptTyped = (): string => sessionStorage.getItem(KEY) ?? "";

export function keepTyped(text: string): void {
  if (text) sessionStorage.setItem(KEY, text);
  else sessionStorage.removeItem(KEY);
}
