import { releasesClient } from "@tessera/contracts-releases/client.ts";
import { shell } from "@tessera/shell-api";

/** The registry of releases, by the shell's transport. */
export const releasesApi = releasesClient((path, init) => shell().http(path, init));

/** Keys under which answers are cached. */
export const releasesKeys = { overview: ["releases", "overview"] } as const;
