import type { PluginLoader } from "./registry.ts";

/** Types that ship with the service, each in the folder of its name. */
export const builtinTypes: PluginLoader[] = [
  { name: "inbox", load: () => import("./inbox/index.ts") },
  { name: "note", load: () => import("./note/index.ts") },
  { name: "bookmark", load: () => import("./bookmark/index.ts") },
  { name: "task", load: () => import("./task/index.ts") },
  { name: "mail", load: () => import("./mail/index.ts") },
];
