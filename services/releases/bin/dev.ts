// npm run dev -- <app>: the app from its sources, with hot reload, inside the product that runs here; the rest from its last release.
import { unwatchFile, watchFile } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { startDevServer } from "@tessera/federation/build/dev-server.ts";
import { appFolder } from "@tessera/federation/build/paths.ts";
import { readManifest } from "@tessera/federation/build/release-file.ts";
import { ask, command, findTarget, UsageError } from "./running-product.ts";

const HELP = `Usage: npm run dev -- <app> [--to URL]

Serves the shell ("shell") or a remote ("items", …) from its sources into the running product, with hot reload. State of components is
kept where React can keep it. Everything else comes from its last release, the shell excepted: React can only refresh in a development
build, which is the shell's. Ends with Ctrl+C; the product then serves its releases again.
  --to URL  the product, started on this machine with npm start (default: http://localhost:PORT, PORT 4000)`;

/** The product forgets a dev server that is silent for 15 s. */
const TELL_EVERY_MS = 5_000;

await command(false, async () => {
  const { positionals, values } = options();
  if (values.help) return console.log(HELP);
  const [app, ...rest] = positionals;
  if (!app || rest.length) throw new UsageError(HELP);
  const apps = [...new Set([app, "shell"])].map((name) => ({ name, folder: existing(name), target: findTarget(name, values) }));
  const { origin, builds, close } = await startDevServer(apps.map(({ folder }) => folder));

  const tell = async () => {
    for (const { name, folder, target } of apps) {
      const body = JSON.stringify({ origin, ...builds[name], manifest: readManifest(folder) });
      await ask(target, "PUT", `/api/releases/apps/${name}/development-build`, body, { "content-type": "application/json" });
    }
  };
  await tell().catch(async (error) => {
    await close();
    throw error;
  });
  console.log(`${app} is served from its sources at ${apps[0]!.target.url}`);

  let silent = false;
  const again = () =>
    tell().then(
      () => {
        silent = false;
      },
      (error) => {
        if (!silent) console.error((error as Error).message);
        silent = true;
      },
    );
  const timer = setInterval(again, TELL_EVERY_MS);
  const manifest = path.join(apps[0]!.folder, "manifest.json");
  watchFile(manifest, { interval: 500 }, again);
  await new Promise<void>((ended) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => ended()); // npm sends a second one
  });
  clearInterval(timer);
  unwatchFile(manifest);
  await Promise.allSettled(apps.map(({ name, target }) => ask(target, "DELETE", `/api/releases/apps/${name}/development-build`)));
  await close();
});

function options() {
  try {
    return parseArgs({ allowPositionals: true, options: { to: { type: "string" }, help: { type: "boolean", short: "h" } } });
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
