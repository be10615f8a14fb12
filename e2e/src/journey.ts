import { test as base } from "@playwright/test";
import { Product } from "./product.ts";

/** Who administers the shared product; the first account of the others does. */
export const ADMIN = "ines@tessera.example";

/** Settings of the shared product: people of tessera.example need no plan, and one address makes many accounts. */
const ENVIRONMENT = {
  INTERNAL_EMAIL_DOMAIN: "tessera.example",
  TESSERA_ADMINS: ADMIN,
  IDENTITY_RATE_LIMIT_FACTOR: "100",
  RATE_LIMIT_FACTOR: "100",
};

/** Milliseconds for a start or an end of the shared product, on a slow machine. */
const TIMEOUT = 600_000;

/**
 * For journeys that need a product and neither break, restart nor configure it: one for all files of a worker. They do
 * not meet, as each test brings people of its own. `page` and new contexts take paths for addresses of it.
 */
export const test = base.extend<object, { product: Product; processes: number }>({
  /** Processes that the product runs as: see Product.start. */
  processes: [1, { option: true, scope: "worker" }],
  product: [
    async ({ processes }, use) => {
      const product = await Product.start(ENVIRONMENT, { processes });
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: TIMEOUT },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});
