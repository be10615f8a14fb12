// npm run handbook: writes the page of all variables.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { declarations, environmentPage } from "../src/environment-reference.ts";
import { services } from "../src/services.ts";

const page = join(import.meta.dirname, "../../../libs/handbook/environment.md");
writeFileSync(page, environmentPage(declarations(services({}))));
console.log("libs/handbook/environment.md is written.");
