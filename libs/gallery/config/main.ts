import { pluginReact } from "@rsbuild/plugin-react";
import { browserBase } from "@tessera/federation/build/base.ts";
import type { StorybookConfig } from "storybook-react-rsbuild";

/** How the product finds modules; Rsbuild compiles as it does, with SWC for the browsers that it names. */
const { extensions, alias } = browserBase({ folder: import.meta.dirname }).resolve as {
  extensions: string[];
  alias: Record<string, string>;
};

const config: StorybookConfig = {
  // Not of all libraries: the template of new areas lies in one.
  stories: [
    "../../ui/src/**/*.stories.tsx",
    "../../code/src/**/*.stories.tsx",
    "../../../remotes/*/src/**/*.stories.tsx",
  ],
  framework: { name: "storybook-react-rsbuild", options: {} },
  // Nothing is asked of the network or told to it.
  core: {
    disableTelemetry: true,
    disableProjectJson: true,
    disableWhatsNewNotifications: true,
    enableCrashReports: false,
  },
  // What reads properties from types needs TypeScript's API, which version 7 has no more.
  typescript: { check: false, reactDocgen: false },
  rsbuildFinal: (config) => ({
    ...config,
    plugins: [...(config.plugins ?? []), pluginReact()],
    resolve: { ...config.resolve, extensions, alias: { ...config.resolve?.alias, ...alias } },
    output: { ...config.output, sourceMap: false },
  }),
};
export default config;
