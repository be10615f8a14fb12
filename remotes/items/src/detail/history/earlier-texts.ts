import { textVersionsClient } from "@tessera/contracts-items/text-versions-client.ts";
import { shell } from "@tessera/shell-api";
import { createContext } from "react";

/** Earlier texts, reached with the shell's transport. */
export const textVersions = textVersionsClient((path, init) => shell().http(path, init));

/** Shows the earlier texts of the card around a field; null where there is none. */
export const EarlierTexts = createContext<(() => void) | null>(null);
