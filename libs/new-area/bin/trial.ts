// Part of `npm test`: writes an area into a copy of the workspace, and proves that it works without any other file
// being edited.
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { foldersOf } from "../src/taken-names.ts";
import { changedFiles, copyWorkspace, linkBuilds } from "../src/trial/workspace-copy.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** Two words: each form of the name is another text. */
const AREA = "deep-work";
/** What a new area changes besides its own folders: the lockfile, and what `npm run handbook` writes. */
const GENERATED = /^(package-lock\.json|\.github\/CODEOWNERS|libs\/handbook\/[a-z-]+\.md)$/;
/** Tests that look at all parts of the workspace, whichever there are. */
const OF_ALL_PARTS = [
  "libs/contracts/check/",
  "libs/handbook/",
  "libs/federation/src/manifest",
  "services/standalone/src/(services|caller-roles|clients)",
];

const copy = realpathSync(mkdtempSync(path.join(tmpdir(), "tessera-new-area-")));

interface Program {
  args: string[];
  /** Folder below the copy. */
  cwd?: string;
  env?: Record<string, string>;
  status?: number;
}

/** Runs a program in the copy. @returns what it printed @throws Error with that when it ends otherwise than expected */
function node({ args, cwd = ".", env = {}, status = 0 }: Program): string {
  const ended = spawnSync(process.execPath, args, {
    cwd: path.join(copy, cwd),
    encoding: "utf8",
    env: { ...process.env, PATH: `${path.join(copy, "node_modules/.bin")}:${process.env.PATH}`, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  const output = `${ended.stdout}${ended.stderr}`;
  if (ended.status !== status)
    throw new Error(`node ${args.join(" ")} ended with ${ended.status ?? ended.signal}:\n${output}`);
  return output;
}

const bin = (name: string) => path.join(copy, "node_modules", name);
const own = foldersOf(AREA);
const [, service, remote] = own as [string, string, string];
const isOwn = (file: string) => own.some((folder) => file.startsWith(`${folder}/`));

const steps: Record<string, () => void> = {
  "the workspace is copied": () => copyWorkspace(ROOT, copy),
  "the area is written": () => void node({ args: ["libs/new-area/bin/new.ts", AREA, "--title", "Deep work"] }),
  "no other file is touched": () => {
    const changed = changedFiles(copy);
    const others = changed.filter((file) => !isOwn(file) && !GENERATED.test(file));
    if (others.length) throw new Error(`These files are other teams': ${others.join(", ")}`);
    for (const folder of own)
      if (!changed.some((file) => file.startsWith(`${folder}/`))) throw new Error(`Nothing was written to ${folder}`);
  },
  "its name is taken from now on": () => {
    const said = node({ args: ["libs/new-area/bin/new.ts", AREA], status: 1 });
    if (!said.includes(`libs/contracts/${AREA} is there already`)) throw new Error(said);
  },
  "its types are right": () => {
    for (const folder of own) node({ args: [bin("typescript/bin/tsc"), "--noEmit", "-p", folder] });
  },
  "the workspace is well formed": () => void node({ args: [bin("@biomejs/biome/bin/biome"), "check", "."] }),
  "its imports go the right way": () =>
    void node({
      args: [bin("dependency-cruiser/bin/dependency-cruiser.mjs"), "--config", ".dependency-cruiser.mjs", ...own],
    }),
  "its tests and those of all parts pass": () =>
    void node({
      args: [
        bin("jest/bin/jest.js"),
        "-c",
        "libs/testing/jest.config.mjs",
        "--rootDir",
        ".",
        "--maxWorkers=2",
        service,
        ...OF_ALL_PARTS,
      ],
      env: { NODE_OPTIONS: "--experimental-vm-modules --no-warnings=ExperimentalWarning" },
    }),
  "its remote is built, and the product with its service": () => {
    linkBuilds(ROOT, copy);
    node({ args: ["../../libs/federation/src/build/cli.ts"], cwd: remote });
    node({ args: ["../../libs/federation/src/build/cli.ts", "service"], cwd: "services/standalone" });
  },
  "its journey passes in the product": () =>
    void node({
      args: [
        bin("@playwright/test/cli.js"),
        "test",
        "-c",
        "e2e/playwright.config.ts",
        "--project=product",
        `${remote}/`,
      ],
    }),
};

try {
  for (const [what, step] of Object.entries(steps)) {
    const start = performance.now();
    step();
    console.log(`${what} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  if (process.env.KEEP_TRIAL) console.log(`The copy is kept: ${copy}`);
  else rmSync(copy, { recursive: true, force: true });
}
