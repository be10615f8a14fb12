// A Chromium for the journeys: one that is there, else Debian's package, else Playwright's own download.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { run } from "../../../services/standalone/bin/node24.mjs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
];
/** Chromium without what draws windows: it takes a fifth less of the CPU. Debian packs it on its own. */
const SHELL = "/usr/bin/chromium-headless-shell";
const DEBIAN = ["chromium", "chromium-headless-shell"];

const found = () => [process.env.CHROMIUM_PATH, ...PLACES].find((place) => place && existsSync(place));
const shell = () => [process.env.CHROMIUM_SHELL_PATH, SHELL].find((place) => place && existsSync(place));

/**
 * @returns variables for e2e/playwright.config.ts with the paths of a Chromium and of its headless shell; none where
 * Playwright's own were installed, which it finds alone
 */
export function browserVariables() {
  const path = ensureBrowser();
  const headless = path && shell();
  return { ...(path ? { CHROMIUM_PATH: path } : {}), ...(headless ? { CHROMIUM_SHELL_PATH: headless } : {}) };
}

function ensureBrowser() {
  if (found()) return found();
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium …");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    // One by one: not every release of Debian has both.
    for (const name of DEBIAN)
      spawnSync("apt-get", ["install", "-y", "-qq", name], {
        stdio: "ignore",
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    if (found()) return found();
  }
  if (run("node_modules/playwright/cli.js", ["install", "chromium"]) !== 0) {
    console.error("No Chromium is there and none could be installed. Install one and set CHROMIUM_PATH to it.");
    process.exit(1);
  }
  return undefined;
}
