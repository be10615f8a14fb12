// `npm run extension`: builds the browser extension into libs/extension/dist and packs it, ready for a browser's store.
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { rspack } from "@rspack/core";
import { type Zippable, zipSync } from "fflate";

const folder = resolve(import.meta.dirname, "..");
const dist = join(folder, "dist");
const packed = "tessera-extension.zip";

/** A date that does not change: the same sources make the same archive. */
const MADE = new Date("2026-01-01T00:00:00");

await new Promise<void>((done, failed) =>
  rspack({
    context: folder,
    mode: "production",
    devtool: false,
    target: ["web", "es2022"],
    entry: { background: "./src/background.ts", popup: "./src/popup.ts" },
    output: { path: dist, filename: "[name].js", clean: true, module: true, chunkFormat: "module" },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: "builtin:swc-loader",
          options: { jsc: { target: "es2022", parser: { syntax: "typescript" } } },
        },
      ],
    },
    // Stores read what they publish.
    optimization: { minimize: false },
  }).run((error, stats) => {
    if (error || stats?.hasErrors()) failed(error ?? new Error(stats?.toString("errors-only")));
    else done();
  }),
);
for (const name of ["manifest.json", "popup.html", "popup.css"]) await copyFile(join(folder, name), join(dist, name));
for (const name of ["icon-192.png", "icon-512.png"])
  await copyFile(resolve(folder, "../../shell/public/icons", name), join(dist, name));

const files: Zippable = {};
for (const name of (await readdir(dist)).sort()) files[name] = [await readFile(join(dist, name)), { mtime: MADE }];
await writeFile(join(dist, packed), zipSync(files));
console.log(`The extension is in libs/extension/dist, packed as ${packed}.
Chrome, Edge, Brave: chrome://extensions, Developer mode, Load unpacked, choose that folder.
Firefox: about:debugging, This Firefox, Load Temporary Add-on, choose its manifest.json.`);
