import { boot } from "@tessera/federation/runtime/boot.ts";
import { holdEarlyKeys } from "./commands/early-keys.ts";
import { sharedByShell } from "./shared-modules.ts";

const pressEarlyKeys = holdEarlyKeys();

void boot({
  loadApp: async () => {
    const app = await import(/* webpackChunkName: "app" */ "./app.tsx");
    void app.firstViewDrawn().then(pressEarlyKeys);
    return app;
  },
  loadFederation: async () => {
    const { startFederation } = await import(
      /* webpackChunkName: "federation" */ "@tessera/federation/runtime/federation.ts"
    );
    return startFederation(sharedByShell);
  },
  loadShared: () => Promise.all(Object.values(sharedByShell).map(({ load }) => load())),
});
