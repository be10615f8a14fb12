// `npm test`: installs what tests need, runs its parts (or the one named, or all) and says how long each took.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, root, run, runAside } from "../../../services/standalone/bin/node24.mjs";
import { ignored } from "../jest.config.mjs";
import { failuresOf, reportOf } from "./failures.mjs";

/** Processes that run test files: the cores of a small machine. */
const WORKERS = 2;
/** One more where tests wait for a server or for jobs: with one for each core up to a third of the machine was idle. */
const WAITING_WORKERS = 3;

/**
 * Heap after which a process that ran service tests is replaced. Each file leaves some 10 MB behind, as Node.js never
 * frees a `vm.SourceTextModule` and what it holds: near the limit of jest.config.mjs garbage collection, which each new
 * PGlite triggers, took more than half of the CPU time.
 */
const SERVICES_HEAP = "450MB";

const jest = (part, patterns, { env = {}, workers = WORKERS, heap = null } = {}) => {
  const report = ["--json", "--outputFile", reportOf(part)];
  const bounds = [`--maxWorkers=${workers}`, ...(heap ? [`--workerIdleMemoryLimit=${heap}`] : [])];
  const options = ["-c", "libs/testing/jest.config.mjs", "--rootDir", ".", ...bounds, ...report];
  return runAside("node_modules/jest/bin/jest.js", [...options, ...patterns], {
    env: { ...process.env, NODE_OPTIONS: "--experimental-vm-modules --no-warnings=ExperimentalWarning", ...env },
  });
};
const patternOf = (name) => `^${join(root, name).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
/** Patterns of tests below folders of this checkout, wherever it lies. */
const folders = (...names) => names.map((name) => `${patternOf(name)}/`);
/** Tests that open the database that differs: the others would do the same a second time. */
const usesDatabase = ["--findRelatedTests", "libs/testing/src/database.ts"];
/** Specs that kill processes, and wait for others to notice: decisions/004-what-every-run-has.md. */
const KILLS = "/[^/]*killed[^/]*\\.spec\\.ts$";
const leaveOut = (...patterns) => [...ignored, ...patterns].flatMap((pattern) => ["--testPathIgnorePatterns", pattern]);
/** Patterns of the tests whose first line says `words`, in a comment. */
function thatSay(words) {
  const files = ["libs", "services", "shell", "remotes"].flatMap((part) =>
    readdirSync(join(root, part), { recursive: true }).map((name) => join(part, name)),
  );
  const tests = files.filter((name) => /\.(spec|test)\.tsx?$/.test(name) && !name.includes("node_modules"));
  const says = new RegExp(`^/\\*\\*.*${words}\\b`);
  return tests.filter((name) => says.test(readFileSync(join(root, name), "utf8"))).map((name) => `${patternOf(name)}$`);
}
/** What one database is enough for: decisions/001-two-databases.md. */
const onBoth = () => leaveOut(...thatSay("@databases one"));
/** Tests of a shorter run leave out what only CI runs: decisions/004-what-every-run-has.md. */
const everyRun = (isAll, ...patterns) => leaveOut(...patterns, ...(isAll ? [] : thatSay("@run all")));
const nx = (...args) => run("node_modules/nx/dist/bin/nx.js", args);
/** Builds what journeys run, and runs them in a Chromium. */
async function journeys(part, args) {
  const { browserVariables } = await import("./browser.mjs");
  const browser = browserVariables();
  const built = nx("run-many", "-t", "build", "--outputStyle=static");
  if (built !== 0) return built;
  return run("node_modules/@playwright/test/cli.js", ["test", "-c", "e2e/playwright.config.ts", ...args], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(part), ...browser },
  });
}

/** By name; `isMore`: only `npm test -- all` has it besides those that every run has (decisions/004). */
const parts = {
  types: {
    does: "TypeScript over every workspace",
    // As one program: one after the other they would read each other's sources, and React's types, forty times.
    run: () => run("node_modules/typescript/bin/tsc", ["-p", "libs/testing/tsconfig.all.json"]),
  },
  lint: { does: "format and lint (Biome)", run: () => run("node_modules/@biomejs/biome/bin/biome", ["check", "."]) },
  imports: {
    does: "directions of imports",
    run: () =>
      run("node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", [
        "--config",
        ".dependency-cruiser.mjs",
        "shell/src",
        "libs",
        "remotes",
        "services",
        "e2e",
      ]),
  },
  units: {
    does: "units and screens beside the code",
    run: (patterns, isAll) =>
      jest("units", patterns.length ? patterns : [...folders("libs", "shell", "remotes"), ...everyRun(isAll, KILLS)]),
  },
  services: {
    does: "services on the embedded database (PGlite)",
    run: (patterns, isAll) =>
      jest("services", patterns.length ? patterns : [...folders("services"), ...everyRun(isAll, KILLS)], {
        workers: WAITING_WORKERS,
        heap: SERVICES_HEAP,
      }),
  },
  journeys: {
    does: "journeys in Chromium against the running product",
    // One that is named may be of the long ones, too.
    run: (patterns, isAll) => {
      const projects = ["--project", "product", ...(isAll ? ["--project", "more"] : [])];
      return journeys("journeys", patterns.length ? patterns : projects);
    },
  },
  kills: {
    does: "services whose processes are killed",
    isMore: true,
    run: (patterns) => jest("kills", patterns.length ? patterns : [KILLS], { workers: WAITING_WORKERS }),
  },
  postgres: {
    does: "services on PostgreSQL",
    isMore: true,
    run: async (patterns) => {
      const { startPostgres } = await import("./postgres.mjs");
      const server = await startPostgres();
      try {
        // The server's log is read meanwhile, or it would stand still once the pipe is full.
        return await jest("postgres", patterns.length ? patterns : [...usesDatabase, ...onBoth()], {
          env: { TEST_DATABASE_URL: server.url },
          workers: WAITING_WORKERS,
          heap: SERVICES_HEAP,
        });
      } finally {
        await server.stop();
      }
    },
  },
  long: {
    does: "long journeys: kills, each way a release fails, each story's picture, two processes",
    isMore: true,
    run: (patterns) => journeys("long", ["--project", "long", "--project", "two processes", ...patterns]),
  },
  area: {
    does: "a new area as `npm run new` writes it: types, tests, build and journey, without another file being touched",
    isMore: true,
    run: async () => {
      const { browserVariables } = await import("./browser.mjs");
      const browser = browserVariables();
      const built = nx("run-many", "-t", "build", "--outputStyle=static");
      if (built !== 0) return built;
      return run("libs/new-area/bin/trial.ts", [], {
        env: { ...process.env, ...browser },
      });
    },
  },
};

const [only, ...patterns] = process.argv.slice(2);
if (only === "--help" || (only && only !== "all" && !(only in parts))) {
  const linesOf = (more) =>
    Object.entries(parts)
      .filter(([, { isMore = false }]) => isMore === more)
      .map(([name, part]) => `  npm test -- ${name.padEnd(10)}${part.does}\n`)
      .join("");
  console.log(`npm test                what every change is judged by, in this order
${linesOf(false)}npm test -- all         what CI runs: these in full, also what takes long or is done seldom, and
${linesOf(true)}
Words after units, services, kills, postgres, journeys and long are patterns of paths: npm test -- services items
A test server of your own instead of the one that is started: TEST_DATABASE_URL=postgres://user:password@host:port/database`);
  process.exit(only === "--help" ? 0 : 1);
}

ensureInstalled();
const results = [];
for (const [name, part] of Object.entries(parts)) {
  if (only === "all" ? false : only ? only !== name : part.isMore) continue;
  console.log(`\n== ${name}: ${part.does}`);
  const start = performance.now();
  const status = await part.run(patterns, only === "all");
  results.push({ name, status, seconds: Math.round((performance.now() - start) / 1000) });
}
console.log("\n== Parts");
for (const { name, status, seconds } of results)
  console.log(`${status === 0 ? "passed" : "FAILED"}  ${name.padEnd(10)} ${seconds} s`);
for (const { name } of results)
  for (const { title, message } of failuresOf(name, root)) console.log(`\nFAILED in ${name}: ${title}\n${message}`);
const failed = results.filter((result) => result.status !== 0).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
