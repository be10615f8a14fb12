import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const cache = join(root, "node_modules/.cache");
const PACKAGE = "@fluentui/react-components";

/** What the facades import of Fluent: all that a page has of it. */
function names() {
  const folder = join(root, "libs/facades");
  const sources = readdirSync(folder, { recursive: true }).filter((name) => /\/src\/.*(?<!\.spec)\.tsx?$/.test(name));
  const lists = sources.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/^(?:im|ex)port \{([^}]*)\} from "([^"]+)"/gm)]
      .filter(([, , from]) => from === PACKAGE)
      .flatMap(([, list]) => list.split(",")),
  );
  return [...new Set(lists.map((name) => name.trim()))].filter((name) => name && !name.startsWith("type ")).sort();
}

/**
 * Fluent as one file, without what no page uses: its 2,000 modules took two of the three seconds that Jest needed to
 * load a screen (decisions/003). Kept until the lockfile or the facades change.
 * @returns path of the file
 */
export async function bundleFluent() {
  const entry = `export { ${names().join(", ")} } from "${PACKAGE}";\n`;
  const lockfile = readFileSync(join(root, "package-lock.json"));
  const hash = createHash("sha256").update(entry).update(lockfile).digest("hex").slice(0, 16);
  const file = join(cache, `tessera-fluent-${hash}.mjs`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "tessera-fluent-"));
  try {
    writeFileSync(join(folder, "entry.mjs"), entry);
    await build(folder);
    // Two runs may build it at once.
    renameSync(join(folder, "fluent.mjs"), file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return file;
}

function build(folder) {
  const { rspack } = createRequire(import.meta.url)("@rspack/core");
  const compiler = rspack({
    context: root,
    mode: "none",
    target: "es2022",
    devtool: false,
    entry: { fluent: join(folder, "entry.mjs") },
    // React is the one that tests render with.
    externals: [/^react($|\/)/, /^react-dom($|\/)/, /^scheduler($|\/)/],
    externalsType: "module",
    optimization: {
      providedExports: true,
      usedExports: true,
      sideEffects: true,
      concatenateModules: true,
      minimize: true,
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          minimizerOptions: {
            mangle: false,
            compress: {
              defaults: false,
              dead_code: true,
              unused: true,
              side_effects: true,
              toplevel: true,
              module: true,
            },
            format: { comments: false },
          },
        }),
      ],
    },
    output: { path: folder, filename: "[name].mjs", module: true, library: { type: "modern-module" } },
  });
  return new Promise((done, failed) => {
    compiler.run((error, stats) =>
      compiler.close(() =>
        error || stats.hasErrors() ? failed(error ?? new Error(stats.toString("errors-only"))) : done(),
      ),
    );
  });
}
