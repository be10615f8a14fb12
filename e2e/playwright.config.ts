import { defineConfig } from "@playwright/test";

/** Journeys against the running product, each file with a product of its own; see src/product.ts. An area may keep its own. */
export default defineConfig({
  projects: [
    { name: "product", testDir: "src", testMatch: "**/*.e2e.ts" },
    { name: "areas", testDir: "../remotes", testMatch: "*/e2e/*.e2e.ts" },
  ],
  outputDir: "test-results",
  fullyParallel: false,
  workers: 2,
  // What fails once is broken: a second try would count it as passed.
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  forbidOnly: Boolean(process.env.CI),
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
