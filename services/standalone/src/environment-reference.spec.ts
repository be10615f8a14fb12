import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Environment, parseConfig } from "@tessera/service-kit";
import { z } from "zod";
import { declarations, environmentPage, faultsOf } from "./environment-reference.ts";
import { services } from "./services.ts";

const ROOT = join(import.meta.dirname, "../../..");
const parts = declarations(services({}));

it("is what the handbook says (else: npm run handbook)", () => {
  expect(readFileSync(join(ROOT, "libs/handbook/environment.md"), "utf8")).toBe(environmentPage(parts));
});

it("lists each variable once, with what it does", () => {
  expect(faultsOf(parts)).toEqual([]);
});

it.each(["DATABASE_URL", "STRIPE_SECRET_KEY", "IDENTITY_SECRET", "IDENTITY_<NAME>_CLIENT_SECRET", "SMTP_URL"])(
  "marks %s as a secret",
  (name) => {
    expect(environmentPage(parts)).toMatch(new RegExp(`\\| \`${name}\` .* Secret\\.`));
  },
);

it("finds a variable that is declared twice, by nobody, or without words", () => {
  const one = { name: "A", values: "text", fallback: "", about: "does it", secret: false, readToo: false };
  expect(
    faultsOf([
      { part: "x", variables: [one] },
      { part: "y", variables: [one] },
    ]),
  ).toEqual(["A is declared by x and y"]);
  expect(faultsOf([{ part: "x", variables: [{ ...one, readToo: true }] }])).toEqual([
    "A is read and declared by nobody",
  ]);
  expect(faultsOf([{ part: "x", variables: [{ ...one, about: "" }] }])).toEqual(["A does not say what it does"]);
});

/** What reads the process's environment itself, and why. */
const READERS: Record<string, string> = {
  "services/standalone/src/main.ts": "hands it to the services",
  "libs/service-kit/src/own-process/run-service.ts": "hands it to a service of a repository of its own",
  "services/billing/src/provider/set-up-account.ts": "a command that runs without a service",
  "services/transcribe/src/speech/ffmpeg.ts": "looks for a program, and hands it the PATH",
  "services/transcribe/src/local-models/fetch-package-files.ts": "hands npm what it is configured by",
  "libs/federation/src/pack/compile.ts": "hands it to the compiler",
  "libs/federation/src/pack/pack.ts": "hands it to npm, which runs it",
  "libs/federation/src/build/shell.ts": "replaced by a constant when pages are built",
  "libs/new-area/src/trial/workspace-copy.ts": "hands it to git, without what a hook of git set",
};

it("is read by nothing else than the declarations", () => {
  const sources = globSync("{services,libs}/*/src/**/*.{ts,mjs}", { cwd: ROOT, exclude: ["**/node_modules/**"] })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !/\.(spec|test)\.tsx?$|\/testing\/|^libs\/testing\//.test(path));
  const readers = sources.filter((path) => /process\.env\b/.test(readFileSync(join(ROOT, path), "utf8")));
  expect(readers.sort()).toEqual(Object.keys(READERS).sort());
});

it("refuses a schema that no service declares", () => {
  const schema = z.object({ A: z.string().optional() });
  expect(() => parseConfig(schema, new Environment({ A: "1" }, new Set()))).toThrow(/not declared/);
  expect(parseConfig(schema, new Environment({ A: "1" }, new Set([schema])))).toEqual({ A: "1" });
});
