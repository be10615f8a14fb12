import { fileURLToPath } from "node:url";
import { bundleFluent } from "./src/bundle-fluent.mjs";

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const root = here("../../");

/** One way to compile for every test: as the builds do (decorators with metadata for Nest, automatic JSX runtime). */
const typescript = [
  "@swc/jest",
  {
    jsc: {
      target: "es2023",
      parser: { syntax: "typescript", tsx: true, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: "automatic" } },
      keepClassNames: true,
      experimental: { keepImportAttributes: true },
    },
    module: { type: "es6" },
    sourceMaps: "inline",
  },
];

/** The template of a new area is compiled where it is; its tests run in the areas that are made of it. */
export const ignored = ["/node_modules/", "/dist/", "/e2e/", "/libs/new-area/template/"];

const common = {
  rootDir: root,
  extensionsToTreatAsEsm: [".ts", ".tsx", ".sql"],
  moduleFileExtensions: ["ts", "tsx", "mjs", "js", "cjs", "json"],
  transform: { "\\.tsx?$": typescript, "\\.sql$": here("./src/text-transform.mjs") },
  testPathIgnorePatterns: ignored,
  modulePathIgnorePatterns: ["/dist/"],
};

export default async () => ({
  rootDir: root,
  watchman: false,
  // Ms for a test or its setup: a bound for what never comes, not for a machine that is busy.
  testTimeout: 300_000,
  // What a test file loaded is never quite freed again: a worker that has kept so much is replaced.
  workerIdleMemoryLimit: "1500MB",
  projects: [
    {
      ...common,
      displayName: "node",
      runtime: here("./src/kept-packages-runtime.mjs"),
      testEnvironment: here("./src/node-environment.mjs"),
      testMatch: ["**/*.spec.ts"],
    },
    {
      ...common,
      displayName: "dom",
      testEnvironment: here("./src/dom-environment.mjs"),
      setupFilesAfterEnv: [here("./src/dom-setup.mjs")],
      moduleNameMapper: {
        "^@fluentui/react-components$": await bundleFluent(),
        // As the builds do.
        "^@fluentui/react-icons/svg/(.*)$": "@fluentui/react-icons/headless/svg/$1",
      },
      testMatch: ["**/*.test.ts", "**/*.test.tsx"],
    },
  ],
});
