import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A test file that leaves everything dirty, and needs everything clean. */
const SPEC = `
import { count } from "./own.mjs";
import pack from "pack";
test("begins clean", () => {
  expect([process.env.LEFT, typeof structuredClone, count()]).toEqual([undefined, "function", 1]);
  process.env.LEFT = "behind";
  globalThis.structuredClone = null;
});
test("gets parts of a package that are loaded later", () => expect(pack.later()).toBe("later"));
`;
const FILES = {
  "one.spec.mjs": SPEC,
  "other.spec.mjs": SPEC,
  "own.mjs": "let calls = 0;\nexport const count = () => ++calls;\n",
  "node_modules/pack/index.js": `
require("node:fs").appendFileSync(__dirname + "/loaded", "x");
let calls = 0;
exports.later = () => require(++calls === 1 ? "./later.js" : "./other.js");`,
  "node_modules/pack/later.js": 'module.exports = "later";',
  "node_modules/pack/other.js": 'module.exports = "later";',
};

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "tessera-kept-")));
  mkdirSync(path.join(folder, "node_modules/pack"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("loads a package once for all test files of a worker, and lets each begin clean", async () => {
  const config = {
    rootDir: folder,
    runtime: path.join(import.meta.dirname, "kept-packages-runtime.mjs"),
    testEnvironment: path.join(import.meta.dirname, "node-environment.mjs"),
    testMatch: ["**/*.spec.mjs"],
    moduleFileExtensions: ["mjs", "js"],
    transform: {},
    watchman: false,
    cacheDirectory: path.join(folder, "cache"),
  };
  const jest = path.join(import.meta.dirname, "../../../node_modules/jest/bin/jest.js");
  const args = ["--experimental-vm-modules", jest, "--runInBand", "--config", JSON.stringify(config)];
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH }, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const [status] = await once(child, "close");
  expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining("4 passed, 4 total") });
  expect(readFileSync(path.join(folder, "node_modules/pack/loaded"), "utf8")).toBe("x");
});
