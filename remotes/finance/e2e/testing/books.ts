import type { Page } from "@playwright/test";
import { financeClient } from "@tessera/contracts-finance/client.ts";
import { accessToken } from "@tessera/e2e/access-token.ts";

/** The service over its own HTTP, as the person of the page. */
export async function financeOf(page: Page) {
  const token = await accessToken(page);
  return financeClient((path, init) =>
    fetch(new URL(path, page.url()), { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } }),
  );
}

/** Of the page, which begins a month an hour or two before UTC does. */
export const monthOf = (page: Page) => page.evaluate(() => new Date().toLocaleDateString("sv-SE").slice(0, 7));
