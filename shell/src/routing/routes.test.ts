import { expect, it } from "@jest/globals";
import type { StartContext } from "@tessera/federation/page.ts";
import { matchRoutes } from "react-router";
import { rule } from "../testing/start-shell.tsx";
import { shellRoutes } from "./routes.tsx";

it("an address stands under the remote whose page it is, whichever remotes add sections to that page", () => {
  const app = (name: string, ...routes: ReturnType<typeof rule>[]) => ({ name, routes });
  const composition = {
    shell: app("shell", rule("/")),
    remotes: [
      app("agents", rule("/agents"), rule("/settings/models", { within: "settings" })),
      app("settings", rule("/settings/about")),
    ],
  };
  const routes = shellRoutes({ composition, config: {} } as unknown as StartContext, new Map(), async () => {});
  const remoteOf = (path: string) =>
    matchRoutes(routes, path)?.find(({ route }) => route.id?.startsWith("remote:"))?.route.id;
  expect(remoteOf("/settings/about")).toBe("remote:settings");
  expect(remoteOf("/settings/models")).toBe("remote:settings");
  expect(remoteOf("/agents/1")).toBe("remote:agents");
});
