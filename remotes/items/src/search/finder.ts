import { searchClient } from "@tessera/contracts-items/search/client.ts";
import { shell } from "@tessera/shell-api";

/** Searches, reached with the shell's transport. */
export const finder = searchClient((path, init) => shell().http(path, init));
