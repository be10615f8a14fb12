// npm run dev -- <app>: the app from its sources, with hot reload, inside the running product, for the browser that
// opens the link.
import { unwatchFile, watchFile } from "node:fs";
import path from "node:path";
import { startDevServer } from "@tessera/federation/build/dev-server.ts";
import { readManifest } from "@tessera/federation/build/release-file.ts";
import { type IssuedOverride, type NewOverride, OVERRIDE_PATH } from "@tessera/federation/overrides.ts";
import { existingApp, readOptions } from "./options.ts";
import { ask, command, findTarget, UsageError } from "./running-product.ts";

const OVERRIDES = "/api/releases/overrides";

const HELP = `Usage: npm run dev -- <app> [--to URL]

Builds the shell ("shell") or a remote ("items", …) from its sources, serves it on this machine with hot reload, and prints a link that
shows it inside the running product: in the browser that opens the link, for nobody else. State of components is kept where React can keep
it. Everything else comes from its release, the shell excepted: React can only refresh in a development build, which is the shell's.
The first browser that opens the link, within 10 minutes, has it for 8 hours or until Ctrl+C; press Enter for a link for another one.
"Clear" in the page's banner ends it for one browser.
  --to URL  the product (default: http://localhost:PORT, PORT 4000), which may be in production; tokens are those of DATA_DIR`;

await command(false, async () => {
  const { positionals, values } = readOptions(HELP, { to: { type: "string" } });
  if (values.help) return console.log(HELP);
  const [app, ...rest] = positionals;
  if (!app || rest.length) throw new UsageError(HELP);
  const apps = [...new Set([app, "shell"])].map((name) => ({
    name,
    folder: existingApp(name),
    target: findTarget(name, values),
  }));
  const { origin, builds, close } = await startDevServer(apps.map(({ folder }) => folder));

  const say = (error: unknown) => console.error((error as Error).message);
  let issued: IssuedOverride[] = [];
  const end = async () => {
    const ended = issued.map(async ({ app, id }) => {
      const { target } = apps.find(({ name }) => name === app)!;
      const remove = () => ask(target, "DELETE", `${OVERRIDES}/${app}/${id}`);
      // The server may close a connection that was kept open at the very moment that it is used again.
      await remove().catch(remove).catch(say);
    });
    await Promise.all(ended);
  };
  const issue = async () => {
    const added: IssuedOverride[] = [];
    for (const { name, folder, target } of apps) {
      const build = { ...builds[name]!, manifest: readManifest(folder) };
      const body = JSON.stringify({ app: name, url: `${origin}/${name}/`, build } satisfies NewOverride);
      const answer = await ask(target, "POST", OVERRIDES, body, { "content-type": "application/json" });
      added.push((await answer.json()) as IssuedOverride);
      issued.push(added.at(-1)!);
    }
    const query = added.map(({ token }) => `token=${token}`).join("&");
    console.log(
      `Open this link to have ${app} from its sources (once, within 10 minutes${process.stdin.isTTY ? "; Enter for another" : ""}):\n${apps[0]!.target.url}${OVERRIDE_PATH}?${query}`,
    );
  };
  await issue().catch(async (error) => {
    await end();
    await close();
    throw error;
  });
  // What the product knows of an app is fixed in its link: another manifest is another link.
  const manifest = path.join(apps[0]!.folder, "manifest.json");
  watchFile(manifest, { interval: 500 }, () => {
    const old = end();
    issued = [];
    void old.then(issue).catch(say);
  });
  if (process.stdin.isTTY) process.stdin.on("data", () => void issue().catch(say));
  await new Promise<void>((ended) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => ended()); // npm sends a second one
  });
  unwatchFile(manifest);
  process.stdin.pause();
  await end();
  await close();
});
