// node bin/build.ts: builds the gallery into dist, as static files; with --dev, serves it while it is worked on.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "..");
const storybook = path.join(
  createRequire(import.meta.url).resolve("storybook/package.json"),
  "../dist/bin/dispatcher.js",
);
const dev = process.argv.includes("--dev");
const command = dev
  ? ["dev", "--ci", "--port", "6006", "--no-version-updates"]
  : ["build", "--quiet", "--output-dir", "dist"];
const { status } = spawnSync(
  process.execPath,
  [storybook, ...command, "--config-dir", "config", "--disable-telemetry"],
  {
    cwd: folder,
    stdio: ["inherit", dev ? "inherit" : "ignore", "inherit"],
    env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: "1" },
  },
);
if (status === 0 && !dev)
  console.log(`The gallery is in ${path.relative(process.cwd(), path.join(folder, "dist")) || "."}`);
process.exitCode = status ?? 1;
