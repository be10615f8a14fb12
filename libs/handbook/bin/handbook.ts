// npm run handbook: writes the pages of all decision records, errors and events.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cataloguePages } from "../src/catalogues.ts";
import { decisionsPage, readRecords } from "../src/decisions.ts";
import { ROOT } from "../src/root.ts";

const records = readRecords(ROOT);
writeFileSync(join(ROOT, "libs/handbook/decisions.md"), decisionsPage(records));
console.log(`libs/handbook/decisions.md lists ${records.length} records.`);

for (const [name, text] of Object.entries(await cataloguePages())) writeFileSync(join(ROOT, "libs/handbook", name), text);
