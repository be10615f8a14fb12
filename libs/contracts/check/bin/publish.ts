// npm run contracts: writes the shape of every contract to api/<major>.json beside its sources; refuses what would break a client.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { areaNames, readArea } from "../src/areas.ts";
import { refusalsOf } from "../src/broken.ts";
import { publishedShape, shapeFile, shapeOf, textOf } from "../src/shape.ts";

for (const name of areaNames()) {
  const area = await readArea(name);
  const now = await shapeOf(area);
  const reasons = refusalsOf(publishedShape(area), now);
  if (reasons.length) {
    console.error([`The contract ${name} ${area.version} cannot be published:`, ...reasons].join("\n  "));
    process.exitCode = 1;
    continue;
  }
  mkdirSync(path.dirname(shapeFile(area)), { recursive: true });
  writeFileSync(shapeFile(area), textOf(now));
}
