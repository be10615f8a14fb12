import { createHash } from "node:crypto";
import { globalNameOf, type Release } from "@tessera/federation/composition.ts";
import { Manifest } from "@tessera/federation/manifest.ts";
import type { Source } from "../files/release-files.ts";

/** A small release of an app, ready to be published. */
export function candidateOf(
  app: string,
  version: string,
  change: Partial<Release> = {},
): { release: Release; source: Source } {
  const text = `run("${app} ${version}")`;
  const shell = app === "shell";
  const id = `${version}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
  const release: Release = {
    app,
    kind: shell ? "shell" : "remote",
    id,
    version,
    revision: null,
    files: [
      {
        path: "entry.js",
        bytes: text.length,
        integrity: `sha384-${createHash("sha384").update(text).digest("base64")}`,
      },
    ],
    entry: "entry.js",
    globalName: shell ? null : globalNameOf(app, id),
    scripts: ["entry.js"],
    styles: [],
    manifest: Manifest.parse({ name: app, title: app, routes: [], requires: shell ? {} : { "shell-api": "^1.0.0" } }),
    provides: shell ? { "shell-api": "1.0.0" } : {},
    ...change,
  };
  return { release, source: async () => Buffer.from(text) };
}
