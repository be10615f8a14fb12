// For `node --import`: a process of its own for a test, compiled as Jest compiles (decorators with metadata for Nest).
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/core";

const options = {
  jsc: {
    target: "es2023",
    parser: { syntax: "typescript", decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
  module: { type: "es6" },
  sourceMaps: "inline",
};

registerHooks({
  load(url, context, next) {
    if (url.endsWith(".sql"))
      return {
        format: "module",
        shortCircuit: true,
        source: `export default ${JSON.stringify(readFileSync(fileURLToPath(url), "utf8"))}`,
      };
    // What compiles the importing module drops its `with { type: "json" }`.
    if (url.endsWith(".json")) return next(url, { ...context, importAttributes: { type: "json" } });
    if (!url.endsWith(".ts")) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, "utf8"), { ...options, filename });
    return { format: "module", shortCircuit: true, source: code };
  },
});
