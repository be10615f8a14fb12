// npm run new -- <area>: writes a remote, a service and a contract that work together, for a team to continue from.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { areaName } from "../src/area-name.ts";
import { foldersOf } from "../src/taken-names.ts";
import { writeArea } from "../src/write-area.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const HELP = `Usage: npm run new -- <area> [--title "<Title>"]

  <area>     lower-case words joined by hyphens: recipes, deep-work
  --title    what people read; "Deep work" for deep-work unless given

Writes remotes/<area>, services/<area> and libs/contracts/<area>, and touches no other file but package-lock.json and what
\`npm run handbook\` writes. libs/handbook/new-area.md says what each file is for.`;

/** Runs a program of the packages. @throws Error with what it printed */
function run(file: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(ROOT, file), ...args], {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${file} failed:\n${stdout}${stderr}`);
}

function main(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { title: { type: "string" }, help: { type: "boolean" } },
  });
  const [name, ...rest] = positionals;
  if (values.help || !name || rest.length) {
    console.log(HELP);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const area = areaName(name, values.title);
  const files = writeArea(ROOT, area);
  // Names have other lengths than the template's: lines break elsewhere, imports have another order.
  run("node_modules/@biomejs/biome/bin/biome", "check", "--write", ...foldersOf(area.kebab));
  run("libs/contracts/check/bin/publish.ts", area.kebab);
  run("libs/handbook/bin/handbook.ts");
  const next = [
    ["npm start", `shows the area at /${area.kebab}`],
    [`npm run jest -- services/${area.kebab}`, "tests its service"],
    [`npm test -- journeys ${area.kebab}`, "tests it in Chromium"],
    ["libs/handbook/new-area.md", "says what each file is for"],
  ];
  const width = Math.max(...next.map(([command]) => command!.length));
  console.log(`${files.join("\n")}

package-lock.json knows the three packages, and they are linked: nothing needs to be installed.

Next:
${next.map(([command, does]) => `  ${command!.padEnd(width)}  ${does}`).join("\n")}`);
}

try {
  main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
