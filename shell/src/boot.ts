import { boot } from "@tessera/federation/runtime/boot.ts";

// The shell provides a shared module only when its build references it: hence the second import.
void boot(
  () => import(/* webpackChunkName: "app" */ "./app.tsx"),
  () => import("@tessera/fluent-extra"),
);
