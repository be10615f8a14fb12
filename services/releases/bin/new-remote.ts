// tessera new <name>: writes a remote and its service into this folder.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readJson } from "@tessera/federation/build/paths.ts";
import { AppName } from "@tessera/federation/manifest.ts";
import { SERVICE_PACKAGES, serviceFiles } from "./new-service.ts";
import { readOptions, usage } from "./options.ts";
import { command, UsageError } from "./running-product.ts";

/** Apart from the name: what a text imports is no import of this file (libs/contracts/check). */
const OURS = "@tessera";

const HELP = `Usage: ${usage("new")} <name> [--title "What people call it"] [--remote]

Writes a remote and its service into this folder, which must be empty but for packages and a repository: a page at /<name> with an entry in
the navigation, a service that answers /api/<name>, and the contract that both share. An administrator of the product makes the apps <name>,
with the path /<name>, and <name>-service, with the path /api/<name>, and gives you their deploy tokens.
  --remote  the remote alone`;
const MAY_BE_THERE = /^(\.git|node_modules|package\.json|package-lock\.json|\.npmrc|\.gitignore|README\.md|LICENSE)$/;
const USED = ["contracts-core", "fluent", "query", "router", "shell-api", "ui"];

await command(false, async () => {
  const { positionals, values } = readOptions(HELP, { title: { type: "string" }, remote: { type: "boolean" } });
  if (values.help) return console.log(HELP);
  const [name, ...rest] = positionals;
  if (!name || rest.length) throw new UsageError(HELP);
  const { error } = AppName.safeParse(name);
  if (error) throw new UsageError(`The name "${name}" ${error.issues[0]!.message}`);
  const others = readdirSync(".").filter((file) => !MAY_BE_THERE.test(file));
  if (others.length) throw new UsageError(`This folder is not empty: ${others.slice(0, 5).join(", ")}`);
  const { tessera } = readJson<{ tessera: Versions }>(path.join(import.meta.dirname, "../package.json"));
  const title = values.title ?? name[0]!.toUpperCase() + name.slice(1);
  const files = {
    ...filesOf(name, title, tessera, !values.remote),
    ...(values.remote ? {} : serviceFiles(name, title)),
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const first = values.remote ? "npx tessera build" : "npx tessera serve --to <product> --token <token of the service>";
  console.log(
    `${name} is written. Install with npm install, then: ${first}, npx tessera release --to <product> --token <token>`,
  );
});

/** Of what was packed, and of what the service kit is built on. */
interface Versions {
  packages: Record<string, string>;
  service: Record<string, string>;
}

function filesOf(
  name: string,
  title: string,
  { packages: versions, service }: Versions,
  withService: boolean,
): Record<string, string> {
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  const packages = (...names: string[]) =>
    Object.fromEntries(names.map((one) => [`@tessera/${one}`, versions[`@tessera/${one}`]!]));
  const icon = { regular: "M4 4h12v12H4zM5 5v10h10V5z", filled: "M4 4h12v12H4z" };
  return {
    "package.json": json({
      name: `${name}-remote`,
      version: "1.0.0",
      private: true,
      type: "module",
      scripts: {
        build: "tessera build",
        release: "tessera release",
        ...(withService ? { serve: "tessera serve", start: "node service/dist/main.js" } : {}),
        types: withService ? "tsc --noEmit && tsc --noEmit -p service" : "tsc --noEmit",
      },
      dependencies: {
        ...packages(...USED, ...(withService ? ["service-kit"] : [])),
        ...(withService ? Object.fromEntries(SERVICE_PACKAGES.map((one) => [one, service[one]])) : {}),
        react: "^19.0.0",
      },
      devDependencies: {
        ...packages("build"),
        ...(withService ? { "@types/node": "^24.0.0" } : {}),
        "@types/react": "^19.0.0",
        typescript: ">=5.7",
      },
    }),
    "manifest.json": json({
      name,
      title,
      routes: [{ id: name, path: `/${name}`, title }],
      navigation: [{ id: name, title, path: `/${name}`, order: 100, icon }],
      requires: {
        "shell-api": `^${versions["@tessera/shell-api"]!.split(".")[0]}.0.0`,
        ...(withService ? { [`contracts/${name}`]: "^1.0.0" } : {}),
      },
    }),
    "tsconfig.json": json({
      compilerOptions: {
        target: "ES2023",
        lib: ["ES2024", "DOM", "DOM.Iterable"],
        module: "ESNext",
        moduleResolution: "Bundler",
        jsx: "react-jsx",
        strict: true,
        isolatedModules: true,
        verbatimModuleSyntax: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        noEmit: true,
        types: [],
      },
      include: ["src"],
    }),
    ".gitignore": `dist\nnode_modules\n${withService ? ".data\n" : ""}`,
    "src/routes.tsx": `import type { RouteObject } from "${OURS}/router";
import { Page } from "./page.tsx";

const routes: RouteObject[] = [{ path: ${JSON.stringify(name)}, Component: Page }];
export default routes;
`,
    "src/page.tsx": `import { usePlace } from "${OURS}/shell-api";
import { EmptyState, Pane, PaneHeader } from "${OURS}/ui";

export function Page() {
  usePlace([{ label: ${JSON.stringify(title)} }]);
  return (
    <Pane kind="detail" label=${JSON.stringify(title)}>
      <PaneHeader title=${JSON.stringify(title)} line />
      <EmptyState sentence="Nothing is here yet." />
    </Pane>
  );
}
`,
  };
}
