import { type Compiler, rspack } from "@rspack/core";

/**
 * Makes a bundle's loader hand every script and style sheet it creates to the page's integrity check
 * (runtime/integrity.ts), which refuses what is not in the release. Rspack's own integrity plugin knows only its own
 * build's files and let a tampered exposed chunk run.
 */
export class IntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("TesseraIntegrity", (compilation) => {
      const hooks = rspack.RuntimePlugin.getCompilationHooks(compilation);
      hooks.createScript.tap("TesseraIntegrity", (code) => `${code}\nself.tesseraIntegrity(script);`);
      hooks.createLink.tap("TesseraIntegrity", (code) => `${code}\nself.tesseraIntegrity(link);`);
    });
  }
}
