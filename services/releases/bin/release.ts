// npm run release -- <app>: builds the app and publishes it to the running product.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Publication } from "@tessera/contracts/releases.ts";
import { buildApp } from "@tessera/federation/build/build-app.ts";
import { appFolder } from "@tessera/federation/build/paths.ts";
import { ask, command, findTarget, UsageError } from "./running-product.ts";

const HELP = `Usage: npm run release -- <app> [--to URL] [--token TOKEN] [--json]

Builds the shell ("shell") or a remote ("items", …) and publishes it: everybody gets it with their next page.
  --to URL       the product to publish to (default: http://localhost:PORT, PORT 4000)
  --token TOKEN  the app's deploy token (default: DEPLOY_TOKEN, else DATA_DIR/deploy-tokens.json of a product started here)
  --json         print the result as JSON
Exit code: 0 published or already live, 1 build or publication failed, 2 wrong usage.`;

await command(process.argv.includes("--json"), async () => {
  const { positionals, values } = options();
  if (values.help) return console.log(HELP);
  const [app, ...rest] = positionals;
  if (!app || rest.length) throw new UsageError(HELP);
  const folder = existing(app);
  const target = findTarget(app, values);
  const { release, built } = await buildApp(folder);
  if (!values.json) console.log(`${app} ${release.id}: ${built ? "built" : "already built"}, ${release.files.length} files`);
  const form = new FormData();
  form.set("release", JSON.stringify(release));
  for (const file of release.files) form.set(file.path, new Blob([readFileSync(path.join(folder, "dist", file.path))]), file.path);
  const response = await ask(target, "POST", `/api/releases/apps/${app}/releases`, form);
  const publication = (await response.json()) as Publication;
  if (values.json) console.log(JSON.stringify(publication));
  else
    console.log(
      `${app} ${release.id}: ${publication.published ? "published" : "was published before"}, live at ${target.url} as build ${publication.buildId}`,
    );
});

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { to: { type: "string" }, token: { type: "string" }, json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${HELP}`);
  }
}

function existing(app: string): string {
  try {
    return appFolder(app);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
