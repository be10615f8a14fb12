import { fileURLToPath } from "node:url";

/** The folder of this checkout. */
export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
