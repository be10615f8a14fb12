// node libs/shell-api/bin/promise.ts: adds to api/<major>.d.ts.txt what the shell offers to remotes now; refuses what
// would break one.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { broken, declarations, PROMISE, readPromise } from "./declarations.ts";

const now = declarations();
const missing = broken(readPromise(), now);
if (missing.length) {
  console.error(
    `This breaks remotes of the current major version. Raise it in package.json, or keep:\n  ${missing.join("\n  ")}`,
  );
  process.exitCode = 1;
} else {
  mkdirSync(path.dirname(PROMISE), { recursive: true });
  writeFileSync(PROMISE, now);
}
