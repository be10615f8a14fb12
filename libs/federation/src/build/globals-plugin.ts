import path from "node:path";
import type { Compiler, NormalModule } from "@rspack/core";
import { findGlobalRules } from "./global-css.ts";
import { findOffences, type Offence } from "./global-writes.ts";
import { ROOT } from "./paths.ts";

const HELP: Record<Offence["rule"], string> = {
  "no-global-writes":
    "writes to what all areas share. Keep it in a module of your own, or use what @tessera/shell-api offers",
  "no-global-css":
    "styles elements of other areas. Use makeStyles of @tessera/fluent, or a CSS module (*.module.css) with a class in each selector",
};

/** Its own runtime, which knows what it does. */
const FEDERATION = /[\\/]node_modules[\\/]@module-federation[\\/]/;

/** Code in packages that harms none, each with the reason. */
const ALLOWED: { file: RegExp; code: string }[] = [
  // A function whose text becomes a worker of its own.
  { file: /[\\/]node_modules[\\/]mediabunny[\\/].*[\\/]misc\.js$/, code: "self.onmessage" },
  // A mark under a symbol of its own, by which it says that it was loaded twice.
  { file: /[\\/]node_modules[\\/]mediabunny[\\/].*[\\/]index\.js$/, code: "globalThis[MEDIABUNNY_LOADED_SYMBOL]" },
  // Methods for those who ask for them (extendBuiltins), which tus-js-client does not.
  ...["String", "Uint8Array"].map((type) => ({
    file: /[\\/]node_modules[\\/]js-base64[\\/]base64\.mjs$/,
    code: `Object.defineProperty(${type}.prototype, name, _noEnum(body))`,
  })),
];

/** A remote's build fails where its code, or a package that it brings, writes to globals or has global CSS. */
export class GlobalsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("TesseraGlobals", (compilation) => {
      compilation.hooks.finishModules.tap("TesseraGlobals", (modules) => {
        for (const module of modules) {
          const file = (module as NormalModule).resource?.split("?")[0];
          const source =
            file && !FEDERATION.test(file) ? (module as NormalModule).originalSource()?.source().toString() : undefined;
          if (!file || !source) continue;
          for (const { rule, code } of offencesOf(file, module.type, source))
            compilation.errors.push(new Error(`${path.relative(ROOT, file)}: "${code}" ${HELP[rule]} (rule ${rule})`));
        }
      });
    });
  }
}

function offencesOf(file: string, type: string, source: string): Offence[] {
  if (type.startsWith("css")) return findGlobalRules(source, /\.module\.\w+$/.test(file));
  if (!type.startsWith("javascript")) return [];
  return findOffences(source).filter(({ code }) => !ALLOWED.some((one) => one.code === code && one.file.test(file)));
}
