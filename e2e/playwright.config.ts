import { defineConfig } from "@playwright/test";
import { HEADLESS_SHELL } from "./src/launch.ts";

// All that is built here is published at each first start, and releases of it in many journeys. Benches, which read no
// configuration of journeys, have what an installation has.
process.env.RELEASES_BROTLI_QUALITY ??= "5";

const journeys = (folder: string, names: string[]) => names.map((name) => `**/${folder}/${name}.e2e.ts`);
/** What is tried many times: `npm test -- long` runs it (libs/testing/decisions/004-what-every-run-has.md). */
const LONG = journeys("src", ["failure-table", "survives-kill", "publishing-survives-kill", "gallery"]);
/**
 * What `npm test` leaves to `npm test -- all`: a second look at what another journey has seen, one thing in many
 * variants, what people do seldom, and what administrators and developers do (the same decision).
 */
const MORE = [
  ...journeys("src", [
    "account-security",
    "api-tokens",
    "assigned-entries",
    "background-work",
    "captcha",
    "confirm",
    "connected-apps",
    "connection",
    "dev",
    "dictation-on-device",
    "every-state",
    "evidence",
    "extension",
    "failure",
    "imports",
    "job-lines",
    "large-code",
    "linked-accounts",
    "list-sections",
    "live-items",
    "mail-in",
    "override",
    "pages-dark",
    "people",
    "phone-number",
    "pictures",
    "plan-by-the-clock",
    "promotion-code",
    "push",
    "realtime",
    "refund",
    "reminders",
    "rollout",
    "shared-browser",
    "sign-in-elsewhere",
    "strange-links",
    "telemetry",
    "yearly",
  ]),
  ...journeys("finance/e2e", ["payees", "rates", "receipts", "recurring"]),
  ...journeys("agents/e2e", ["mcp-servers", "scopes", "versions"]),
  ...journeys("transcribe/e2e", ["recognisers", "record", "vocabulary"]),
];

/**
 * Journeys against the running product: one that a worker's files share, or one of their own (src/journey.ts). An area
 * may keep its own.
 */
export default defineConfig<object, { processes: number }>({
  projects: [
    { name: "long", testDir: "src", testMatch: LONG },
    // Areas with the rest: a worker's process, browser and product are not kept from one project to the next.
    {
      name: "product",
      testDir: "..",
      testMatch: ["e2e/src/**/*.e2e.ts", "remotes/*/e2e/*.e2e.ts"],
      // The template of areas is a journey once an area is made of it.
      testIgnore: [...LONG, ...MORE, "**/libs/new-area/**"],
    },
    { name: "more", testDir: "..", testMatch: MORE, testIgnore: "**/libs/new-area/**" },
    { name: "two processes", testDir: "src", testMatch: "**/first-path.e2e.ts", use: { processes: 2 } },
  ],
  outputDir: "test-results",
  globalSetup: "./src/template.ts",
  fullyParallel: false,
  workers: 3,
  // What fails once is broken: a second try would count it as passed.
  retries: 0,
  // Limits are for what never comes: a machine that is busy must not reach them.
  timeout: 900_000,
  // Glyphs differ a little from one build of Chromium to the next; what moved or changed its colour is more than that.
  expect: { timeout: 60_000, toHaveScreenshot: { threshold: 0.25, maxDiffPixelRatio: 0.01 } },
  snapshotPathTemplate: "src/pictures/{arg}{ext}",
  // A picture that is missing fails; `npm run pictures -- --update-snapshots` takes it.
  updateSnapshots: "none",
  // The second is read by `npm test`, which names the file.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : [["list"]],
  forbidOnly: Boolean(process.env.CI),
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // `--trace on` enables it: recording every test took a quarter of the CPU time of the journeys.
    trace: "off",
    // A worker is installed in each new browser and keeps all files: a third of the browsers' CPU time. Journeys of
    // what it does, and those that a person begins with, say "allow".
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    ...HEADLESS_SHELL,
  },
});
