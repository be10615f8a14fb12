// node libs/ui/bin/themes.ts: writes src/theme-values.ts after a change of theme-source.ts or of Fluent. Both themes as
// values take 5 KiB less of every first view than what Fluent computes them from.
import { writeFileSync } from "node:fs";
import { themeValues } from "./theme-values.ts";

writeFileSync(new URL("../src/theme-values.ts", import.meta.url), themeValues());
