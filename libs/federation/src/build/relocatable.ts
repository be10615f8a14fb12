import { type Compiler, type LibraryOptions, rspack } from "@rspack/core";

/** Where the chunks of a container are handed over; the page answers with a list for each release (runtime/integrity.ts). */
export const CHUNKS = "tesseraChunks";

/** The script that runs: the page wrote on it which release it belongs to. */
const SCRIPT = "document.currentScript";

/** A container is assigned to the global variable that its script names. */
export const RELOCATABLE_LIBRARY: LibraryOptions = { type: "assign", name: `self[${SCRIPT}.dataset.container]` };

/**
 * Lets the page say where a build's files are, so that a file has nothing of its release in it: `data-base` of the script that starts it,
 * else the folder that this was fetched from.
 */
export class RelocatablePlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("TesseraRelocatable", (compilation) => {
      compilation.hooks.runtimeModule.tap("TesseraRelocatable", (module) => {
        if (module.name !== "public_path" || !module.source) return;
        const base = `${SCRIPT}.dataset.base || ${SCRIPT}.src.replace(/[^/]*$/, "")`;
        module.source.source = Buffer.from(`${rspack.RuntimeGlobals.publicPath} = ${base};`);
      });
    });
  }
}
