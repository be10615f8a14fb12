// tessera override: the remote as it is built here, inside a running product, for the browser that opens the link.
import path from "node:path";
import { buildApp } from "@tessera/federation/build/build-app.ts";
import type { IssuedOverride, NewOverride } from "@tessera/federation/overrides.ts";
import { appNamed, existingApp, readOptions, usage } from "./options.ts";
import { ask, command, findTarget } from "./running-product.ts";
import { serveFolder } from "./serve-folder.ts";

const OVERRIDES = "/api/releases/overrides";
const HELP = `Usage: ${usage("override")} [<app>] [--to URL] [--token TOKEN]

Builds the app, serves its dist on this machine, and prints a link that shows it inside the product: in the first browser that opens the link,
within 10 minutes, for 8 hours or until Ctrl+C; for nobody else. After a change, build again and reload the page. The app must have a
release in the product.
  --to URL       the product (default: http://localhost:PORT, PORT 4000)
  --token TOKEN  the app's deploy token (default: DEPLOY_TOKEN, else DATA_DIR/deploy-tokens.json of a product started here)`;

await command(false, async () => {
  const { positionals, values } = readOptions(HELP, { to: { type: "string" }, token: { type: "string" } });
  if (values.help) return console.log(HELP);
  const [app] = appNamed(positionals, HELP);
  const folder = existingApp(app);
  const target = findTarget(app, values);
  const { release } = await buildApp(folder);
  const { entry, globalName, scripts, manifest } = release;
  const server = await serveFolder(path.join(folder, "dist"));
  try {
    const wanted: NewOverride = { app, url: server.url, build: { entry, globalName, scripts, manifest } };
    const headers = { "content-type": "application/json" };
    const issued = (await (
      await ask(target, "POST", OVERRIDES, JSON.stringify(wanted), headers)
    ).json()) as IssuedOverride;
    console.log(`Open this link to have ${app} from ${server.url} (once, within 10 minutes):\n${issued.link}`);
    await new Promise<void>((ended) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ended());
    });
    await ask(target, "DELETE", `${OVERRIDES}/${app}/${issued.id}`);
  } finally {
    await server.close();
  }
});
