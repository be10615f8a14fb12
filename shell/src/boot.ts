import { boot } from "@tessera/federation/runtime/boot.ts";
import { sharedByShell } from "./shared-modules.ts";

void boot({
  loadApp: () => import(/* webpackChunkName: "app" */ "./app.tsx"),
  loadFederation: async () => {
    const { startFederation } = await import(
      /* webpackChunkName: "federation" */ "@tessera/federation/runtime/federation.ts"
    );
    return startFederation(sharedByShell);
  },
  loadShared: () => Promise.all(Object.values(sharedByShell).map(({ load }) => load())),
});
