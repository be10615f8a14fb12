const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  // Pictures are compared over machines.
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** How journeys start Chromium: its headless shell where there is one, as it takes a fifth less of the CPU. */
export const HEADLESS_SHELL = {
  launchOptions: {
    executablePath: process.env.CHROMIUM_SHELL_PATH ?? process.env.CHROMIUM_PATH,
    args: ARGUMENTS,
  },
};

/** The whole of Chromium, for journeys that need what the shell lacks: notifications and extensions. */
export const WHOLE_BROWSER = {
  launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ARGUMENTS },
  // Without a path Playwright starts the one that it installed itself, and the shell unless told so.
  ...(process.env.CHROMIUM_PATH ? {} : { channel: "chromium" }),
};
