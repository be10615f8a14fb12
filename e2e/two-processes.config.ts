import { TOPOLOGY } from "./src/two-processes.ts";

// Workers take the variable from this process.
process.env[TOPOLOGY] = "two";
const { default: journeys } = await import("./playwright.config.ts");

/** The first path once more, with the product as two processes on PostgreSQL and S3-compatible storage. */
export default { ...journeys, testMatch: "**/first-path.e2e.ts", outputDir: "test-results/two-processes", timeout: 180_000 };
