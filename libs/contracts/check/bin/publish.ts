// npm run contracts [-- <area> …]: writes the shape of every contract (or of those named) to api/<major>.json beside
// its sources; refuses what would break a client.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { areaNames, readArea } from "../src/areas.ts";
import { refusalsOf } from "../src/broken.ts";
import { publishedShape, shapeFile, shapeOf, textOf } from "../src/shape.ts";

const named = process.argv.slice(2);
for (const name of named.length ? named : areaNames()) {
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
