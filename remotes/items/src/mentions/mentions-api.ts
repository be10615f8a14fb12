import { mentionsClient } from "@tessera/contracts-items/mentions-client.ts";
import { shell } from "@tessera/shell-api";

/** Mentions and shares, reached with the shell's transport. */
export const mentions = mentionsClient((path, init) => shell().http(path, init));
