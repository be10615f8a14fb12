// node libs/federation/bin/manifest-schema.ts: writes manifest.schema.json, which editors read beside a manifest.json.
import { writeFileSync } from "node:fs";
import { manifestSchema, SCHEMA_FILE } from "./schema.ts";

writeFileSync(SCHEMA_FILE, manifestSchema());
