// npm run handbook: writes the page of all decision records.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { decisionsPage, readRecords } from "../src/decisions.ts";
import { ROOT } from "../src/root.ts";

const records = readRecords(ROOT);
writeFileSync(join(ROOT, "libs/handbook/decisions.md"), decisionsPage(records));
console.log(`libs/handbook/decisions.md lists ${records.length} records.`);
