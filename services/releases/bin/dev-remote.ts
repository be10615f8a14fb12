// tessera dev: the remote as its sources are now, inside a running product, for the browser that opens the link.
import { mkdtempSync, rmSync, unwatchFile, watchFile } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readManifest } from "@tessera/federation/build/release-file.ts";
import { DEVELOPMENT } from "@tessera/federation/build/remote.ts";
import { watchRemote } from "@tessera/federation/build/watch.ts";
import { globalNameOf } from "@tessera/federation/composition.ts";
import type { IssuedOverride, NewOverride } from "@tessera/federation/overrides.ts";
import { appNamed, existingApp, readOptions, usage } from "./options.ts";
import { ask, command, findTarget } from "./running-product.ts";
import { serveFolder } from "./serve-folder.ts";

const OVERRIDES = "/api/releases/overrides";
/** Name of the container's script in every build of a remote. */
const ENTRY = "remoteEntry.js";
const HELP = `Usage: ${usage("dev")} [<app>] [--to URL] [--token TOKEN]

Builds the remote, serves it on this machine, and prints a link that shows it inside the product: in the first browser that opens the link,
within 10 minutes, for 8 hours or until Ctrl+C; for nobody else. At every change of a source it is built again, and pages that show it reload.
After a change of manifest.json there is a new link. Build errors are printed here, and the page stays as it is.
  --to URL       the product (default: http://localhost:PORT, PORT 4000), which may be in production
  --token TOKEN  the app's deploy token (default: DEPLOY_TOKEN, else DATA_DIR/deploy-tokens.json of a product started here)`;

await command(false, async () => {
  const { positionals, values } = readOptions(HELP, { to: { type: "string" }, token: { type: "string" } });
  if (values.help) return console.log(HELP);
  const [app] = appNamed(positionals, HELP);
  const folder = existingApp(app);
  const target = findTarget(app, values);
  const output = mkdtempSync(path.join(tmpdir(), "tessera-dev-"));
  const server = await serveFolder(output, ENTRY);

  let issued: IssuedOverride | undefined;
  const withdraw = async () => {
    const old = issued;
    issued = undefined;
    if (old) await ask(target, "DELETE", `${OVERRIDES}/${app}/${old.id}`);
  };
  const issue = async () => {
    const build = {
      entry: ENTRY,
      globalName: globalNameOf(app, DEVELOPMENT),
      scripts: [ENTRY],
      manifest: readManifest(folder),
    };
    const body = JSON.stringify({ app, url: server.url, build } satisfies NewOverride);
    const answer = await ask(target, "POST", OVERRIDES, body, { "content-type": "application/json" });
    issued = (await answer.json()) as IssuedOverride;
    console.log(`Open this link to have ${app} from ${server.url} (once, within 10 minutes):\n${issued.link}`);
  };
  /** Resolves when it was built for the first time, or could not be. */
  const watch = () => {
    const first = Promise.withResolvers<void>();
    const end = watchRemote(folder, output, (failure) => {
      if (failure) console.error(failure);
      else console.log(`${app} is built.`);
      if (!failure) server.reload();
      first.resolve();
    });
    return first.promise.then(() => end);
  };

  let endWatch = async () => {};
  const start = async () => {
    endWatch = await watch();
    await issue();
  };
  const stop = async () => {
    await endWatch();
    endWatch = async () => {};
    await withdraw();
  };
  // What the product knows of an app is fixed in its link, and what is built in its manifest: both begin again.
  const manifest = path.join(folder, "manifest.json");
  let under: Promise<void> = Promise.resolve();
  const restart = () => {
    under = under
      .then(stop)
      .then(start)
      .catch((error: unknown) => console.error((error as Error).message));
  };
  try {
    await start();
    watchFile(manifest, { interval: 500 }, restart);
    await new Promise<void>((ended) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => ended()); // npm sends a second one
    });
  } finally {
    unwatchFile(manifest);
    await under;
    await stop();
    await server.close();
    rmSync(output, { recursive: true, force: true });
  }
});
