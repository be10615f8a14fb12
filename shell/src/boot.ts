import { boot } from "@tessera/federation/runtime/boot.ts";

// The shell provides a shared module only when its build references it: hence the imports of what it does not use
// itself.
void boot(
  () => import(/* webpackChunkName: "app" */ "./app.tsx"),
  () => Promise.all([import("@tessera/fluent-data"), import("@tessera/fluent-extra")]),
);
