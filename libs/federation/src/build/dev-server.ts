import { createServer } from "node:net";
import { rspack } from "@rspack/core";
import { RspackDevServer } from "@rspack/dev-server";
import { globalNameOf } from "../composition.ts";
import { appOf } from "./paths.ts";
import { DEVELOPMENT, remoteConfig } from "./remote.ts";
import { shellConfig } from "./shell.ts";

export interface DevServer {
  origin: string;
  /** How the page loads each app, by name; its files are under `<origin>/<app>/`. */
  builds: Record<string, { entry: string; globalName: string | null; scripts: string[] }>;
  close(): Promise<void>;
}

/**
 * Builds the apps and serves them on a free port of this machine, rebuilt and pushed to the page at every change.
 * Resolves once built.
 */
export async function startDevServer(folders: string[]): Promise<DevServer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const configs = folders.map((folder) => {
    const app = appOf(folder);
    return (app === "shell" ? shellConfig : remoteConfig)({ folder, dev: true, publicPath: `${origin}/${app}/` });
  });
  const compiler = rspack(configs);
  const server = new RspackDevServer(
    {
      host: "localhost",
      port,
      hot: true,
      liveReload: false,
      // Its own handlers end the process before the command has taken its overrides back.
      setupExitSignals: false,
      // The page is the product's, of another origin; its policy allows this server's socket and no inline styles of an
      // overlay.
      headers: { "access-control-allow-origin": "*" },
      client: { overlay: false, webSocketURL: { hostname: "localhost", port, protocol: "ws" } },
      allowedHosts: ["localhost"],
    },
    compiler,
  );
  const built = new Promise<void>((resolve) => compiler.hooks.done.tap("TesseraDev", () => resolve()));
  await server.start();
  await built;
  const builds = Object.fromEntries(
    folders.map((folder) => {
      const app = appOf(folder);
      const entry = app === "shell" ? "boot.js" : "remoteEntry.js";
      return [app, { entry, globalName: app === "shell" ? null : globalNameOf(app, DEVELOPMENT), scripts: [entry] }];
    }),
  );
  return { origin, builds, close: () => server.stop() };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "localhost", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
