// npm run pack -- <folder>: the packages that a team installs in a repository of its own.
import path from "node:path";
import { pack } from "../src/pack/pack.ts";

const [folder, ...rest] = process.argv.slice(2);
if (!folder || rest.length || folder === "--help") {
  console.log(`Usage: npm run pack -- <folder>

Writes the packages that other repositories install (contracts, shell-api, ui, the facades, @tessera/build with the command tessera) as
archives into the folder. Publish them to your registry (npm publish <archive>), or install them from there.`);
  process.exit(folder === "--help" ? 0 : 2);
}
for (const name of await pack(path.resolve(folder))) console.log(path.join(folder, name));
