// npm run handbook: writes the pages and files that say what the parts declare of themselves.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cataloguePages } from "../src/catalogues.ts";
import { decisionsPage, readRecords } from "../src/decisions.ts";
import { limitsPage } from "../src/limits.ts";
import { codeOwners, readOwners } from "../src/owners.ts";
import { publicApiPage } from "../src/public-api.ts";
import { ROOT } from "../src/root.ts";

const records = readRecords(ROOT);
writeFileSync(join(ROOT, "libs/handbook/decisions.md"), decisionsPage(records));
console.log(`libs/handbook/decisions.md lists ${records.length} records.`);
const owners = readOwners(ROOT);
writeFileSync(join(ROOT, ".github/CODEOWNERS"), codeOwners(owners));
console.log(`.github/CODEOWNERS names the owners of ${owners.length} parts.`);

for (const [name, text] of Object.entries(await cataloguePages()))
  writeFileSync(join(ROOT, "libs/handbook", name), text);
writeFileSync(join(ROOT, "libs/handbook/public-api.md"), publicApiPage());
writeFileSync(join(ROOT, "libs/handbook/limits.md"), await limitsPage(ROOT));
