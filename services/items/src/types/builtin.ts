import { foldersIn } from "@tessera/service-kit";
import type { TypePlugin } from "./plugin.ts";
import type { PluginLoader } from "./registry.ts";

/** Types that ship with the service: each folder here is one. */
export const builtinTypes: PluginLoader[] = foldersIn(import.meta.dirname, ".", "index.ts").map((name) => ({
  name,
  load: async () => (await import(`./${name}/index.ts`)) as { default: TypePlugin },
}));
