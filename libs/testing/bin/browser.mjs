// A Chromium for the journeys: one that is there, else Debian's package, else Playwright's own download.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { run } from "../../../services/standalone/bin/node24.mjs";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
];
const found = () => [process.env.CHROMIUM_PATH, ...places].find((place) => place && existsSync(place));

/** @returns path of a Chromium, or undefined when Playwright's own was installed and is found by Playwright itself */
export function ensureBrowser() {
  if (found()) return found();
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium …");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    spawnSync("apt-get", ["install", "-y", "-qq", "chromium"], {
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
