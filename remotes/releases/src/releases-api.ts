import { releasesClient } from "@tessera/contracts/releases-client.ts";
import { shell } from "@tessera/shell-api";

/** The registry of releases, by the shell's transport; what the page asked for already is not asked for again. */
export const releasesApi = releasesClient((path, init) => {
  const preloaded = init?.method === "GET" ? shell().preloaded(path) : null;
  return preloaded ?? shell().http(path, init);
});

/** Keys under which answers are cached. */
export const releasesKeys = { overview: ["releases", "overview"] } as const;
